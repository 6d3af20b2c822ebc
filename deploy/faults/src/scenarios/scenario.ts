import type { Fixture } from '../fixture.ts';
import type { Reporter } from '../report.ts';
import type { Settings } from '../settings.ts';

export type Scenario = {
  readonly name: string;
  readonly run: (fixture: Fixture, report: Reporter, settings: Settings) => Promise<void>;
};
