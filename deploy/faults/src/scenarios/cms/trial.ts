import type { Settings } from '../../settings.ts';
import type { Scenario } from '../scenario.ts';
import { restoredScenario, type Trial } from '../trial.ts';
import { restoreCms } from './cms-process.ts';

export { type Trial, unless } from '../trial.ts';

/** A scenario of one promise of cms with its sizes. Afterwards cms runs as it is written. */
export const promiseScenario = <Size>(
  name: string,
  claim: string,
  trial: Trial<Size>,
  sizeOf: (settings: Settings) => Size,
): Scenario => restoredScenario(name, claim, { trial, sizeOf, restore: restoreCms });
