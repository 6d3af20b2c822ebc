import type { Fixture } from '../../fixture.ts';
import type { Settings } from '../../settings.ts';
import type { Scenario } from '../scenario.ts';
import { restoreCms } from './cms-process.ts';

/** What a run of one promise did, and what it found broken. */
export type Outcome = { readonly detail: string; readonly broken: readonly string[] };

/** Runs one promise at a size. Negative controls run it again without a safety part and expect that it breaks. */
export type Trial<Size> = (fixture: Fixture, size: Size) => Promise<Outcome>;

const runThenRestore = async (run: () => Promise<Outcome>, fixture: Fixture): Promise<Outcome> => {
  try {
    return await run();
  } finally {
    await restoreCms(fixture);
  }
};

/** A scenario of one promise with its sizes. */
export const promiseScenario = <Size>(
  name: string,
  claim: string,
  trial: Trial<Size>,
  sizeOf: (settings: Settings) => Size,
): Scenario => ({
  name,
  run: async (fixture, report, settings) => {
    const { detail, broken } = await runThenRestore(() => trial(fixture, sizeOf(settings)), fixture);
    report.check(`${name}: ${claim}`, broken.length === 0, [detail, ...broken.slice(0, 5)].join('; '));
  },
});

/** A finding for each condition that does not hold. */
export const unless = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions)
    .filter(([, holds]) => !holds)
    .map(([finding]) => finding);
