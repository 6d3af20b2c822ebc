import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture, PartName } from '../fixture.ts';

export type Env = Readonly<Record<string, string | undefined>>;

const LEASES_END_MS = 500_000;
const REACHED_MS = 40_000;
const POLL_MS = 20;
const KILL_INTERVAL_MS = 1_500;

/**
 * Kills of one service. Each start has a later clock than the one before, so that no test waits for the lease of a
 * killed process.
 * @param leasesEndMs leases and retries of a killed process end within this time
 */
export const createKills = (fixture: Fixture, service: ServiceName, leasesEndMs = LEASES_END_MS) => {
  const part = fixture.part(service);
  let skewMs = 0;
  const later = (): Env => {
    skewMs += leasesEndMs;
    return { CLOCK_SKEW_MS: String(skewMs) };
  };
  /**
   * Kills the service at each of these failpoints, in this order: each start after a kill has the next one armed, so that no
   * process without a failpoint does the work in between. The last start has none.
   * @param act drives the service to the failpoints
   * @param withinMs the longest wait for each
   * @returns those that were not reached
   */
  const killAtEach = async (
    failpoints: readonly string[],
    act: () => Promise<unknown>,
    withinMs = REACHED_MS,
  ): Promise<string[]> => {
    const missed: string[] = [];
    let acting: Promise<unknown> | undefined;
    let isArmed = false;
    for (const [position, failpoint] of failpoints.entries()) {
      if (!isArmed) await fixture.crash(service, { FAILPOINT: failpoint, ...later() });
      const armed = part.starts();
      // for the start after this kill: the running process has already read its environment
      part.setEnv({ FAILPOINT: failpoints[position + 1], ...later() });
      acting ??= act();
      isArmed = (await poll(async () => part.starts() > armed, withinMs, POLL_MS)) === true;
      if (!isArmed) missed.push(failpoint);
    }
    if (!isArmed) part.setEnv({ FAILPOINT: undefined });
    await acting;
    return missed;
  };
  return {
    /** SIGKILL at no particular line. */
    kill: (env: Env = {}): Promise<void> => fixture.crash(service, { ...env, ...later() }),
    killAtEach,
    /** As `killAtEach` for one failpoint. @returns false when it was not reached */
    killAt: async (failpoint: string, act: () => Promise<unknown>, withinMs?: number): Promise<boolean> =>
      (await killAtEach([failpoint], act, withinMs)).length === 0,
  };
};
export type Kills = ReturnType<typeof createKills>;

/** Kills the processes in turn by SIGKILL. */
export const killInTurn = async (
  fixture: Fixture,
  kills: number,
  targets: readonly PartName[],
): Promise<void> => {
  for (let n = 0; n < kills; n += 1) {
    await sleep(KILL_INTERVAL_MS);
    const target = targets[n % targets.length];
    if (target) await fixture.crash(target);
  }
};
