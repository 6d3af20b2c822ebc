import type { Fixture } from '../fixture.ts';
import type { Reporter } from '../report.ts';
import type { Settings } from '../settings.ts';

export type Scenario = {
  readonly name: string;
  /** Checks what the scenarios before it left, so it also runs when the time of the run is over. */
  readonly isLastCheck?: boolean;
  readonly run: (fixture: Fixture, report: Reporter, settings: Settings) => Promise<void>;
};
