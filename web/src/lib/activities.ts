import type { RunEvent } from './run-queries.ts';

/** Labels of the ways to take part. */
export const activityLabels: Readonly<Record<RunEvent['activityTypes'][number], string>> = {
  run: 'Run',
  walk: 'Walk',
  cycle: 'Cycle',
  wheel: 'Wheel',
  other: 'Other',
};
