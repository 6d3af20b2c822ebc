import type { Reporter } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { World } from '../world.ts';

export type Scenario = {
  readonly name: string;
  readonly run: (world: World, report: Reporter, settings: Settings) => Promise<void>;
};
