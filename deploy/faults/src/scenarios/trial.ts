import type { Fixture } from '../fixture.ts';
import type { MutationName } from '../mutations/mutations.ts';
import type { Settings } from '../settings.ts';
import type { Scenario } from './scenario.ts';

/** What a run of one promise did, and what it found broken. */
export type Outcome = { readonly detail: string; readonly broken: readonly string[] };

/** Runs one promise at a size. Negative controls run it again without a safety part and expect that it breaks. */
export type Trial<Size> = (fixture: Fixture, size: Size) => Promise<Outcome>;

type Deps<Size> = {
  readonly trial: Trial<Size>;
  readonly sizeOf: (settings: Settings) => Size;
  readonly restore: (fixture: Fixture) => Promise<void>;
};

/** A scenario of one promise with its sizes. `restore` undoes what the trial may have set, also after an error. */
export const restoredScenario = <Size>(
  name: string,
  claim: string,
  { trial, sizeOf, restore }: Deps<Size>,
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

export type Control = {
  readonly removed: MutationName;
  readonly run: (fixture: Fixture) => Promise<Outcome>;
  /** The finding that the removed part causes. */
  readonly finding: RegExp;
  /** Runs with `--nightly` only. */
  readonly isSlow?: true;
};

const errorOutcome = (error: unknown): Outcome => ({
  detail: '',
  broken: [`the trial failed: ${error instanceof Error ? error.message : String(error)}`],
});

/** In a pull request every other safety part is removed: each removal starts a service twice. */
const isOfPullRequest = (n: number): boolean => n % 2 === 0;

/** Removes each safety part of a service once; the trial of its promise must find the harm. */
export const controlScenario = <C extends Control>(
  name: string,
  controls: readonly C[],
  remove: (fixture: Fixture, part: MutationName, control: C) => Promise<void>,
  restore: (fixture: Fixture, control: C) => Promise<void>,
): Scenario => ({
  name,
  run: async (fixture, report, { isNightly }) => {
    for (const [n, control] of controls.entries()) {
      const { removed, run, finding, isSlow } = control;
      if (!isNightly && (isSlow || !isOfPullRequest(n))) {
        report.note(`${removed}: removed with --nightly`);
        continue;
      }
      await remove(fixture, removed, control);
      // a trial that could not be run is no evidence about the removed part: run it again
      const { broken } = await run(fixture)
        .catch(() => run(fixture))
        .catch(errorOutcome);
      const found = broken.find((one) => finding.test(one));
      report.check(
        `${name}: ${removed} removed is detected`,
        found !== undefined,
        found ?? ['no harm', ...broken].join('; '),
      );
      await restore(fixture, control);
    }
  },
});
