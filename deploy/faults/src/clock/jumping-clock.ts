import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fixture, PartName } from '../fixture.ts';

const script = new URL('./jump-clock.ts', import.meta.url);

export type JumpingClock = {
  /** Sets the wall clock of the running process this many milliseconds ahead of the real time; 0 is the real time. */
  readonly set: (ms: number) => void;
};

/** Starts a part again with a clock that can jump. `stop` starts it with the clock of the machine. */
export const startJumpingClock = async (
  fixture: Fixture,
  name: PartName,
): Promise<JumpingClock & { readonly stop: () => Promise<void> }> => {
  const file = path.join(fixture.dir, `clock-${name}`);
  const set = (ms: number): void => writeFileSync(file, String(ms));
  set(0);
  await fixture.crash(name, { NODE_OPTIONS: `--import=${script.href}`, CLOCK_JUMP_FILE: file });
  return {
    set,
    stop: () => fixture.crash(name, { NODE_OPTIONS: undefined, CLOCK_JUMP_FILE: undefined }),
  };
};
