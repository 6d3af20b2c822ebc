import type { Fixture } from '../fixture.ts';
import type { Settings } from '../settings.ts';
import type { Scenario } from './scenario.ts';

/** What a run of one promise did, and what it found broken. */
export type Outcome = { readonly detail: string; readonly broken: readonly string[] };

/** Runs one promise at a size. Negative controls run it again without a safety part and expect that it breaks. */
export type Trial<Size> = (fixture: Fixture, size: Size) => Promise<Outcome>;

/** A scenario of one promise with its sizes. `restore` undoes what the trial may have set, also after an error. */
export const restoredScenario = <Size>(
  name: string,
  claim: string,
  {
    trial,
    sizeOf,
    restore,
  }: {
    readonly trial: Trial<Size>;
    readonly sizeOf: (settings: Settings) => Size;
    readonly restore: (fixture: Fixture) => Promise<void>;
  },
): Scenario => ({
  name,
  run: async (fixture, report, settings) => {
    const { detail, broken } = await trial(fixture, sizeOf(settings)).finally(() => restore(fixture));
    report.check(`${name}: ${claim}`, broken.length === 0, [detail, ...broken.slice(0, 5)].join('; '));
  },
});

/** A finding for each condition that does not hold. */
export const unless = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions)
    .filter(([, holds]) => !holds)
    .map(([finding]) => finding);
