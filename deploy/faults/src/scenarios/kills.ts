import type { ServiceName } from '@satrangi/contracts';
import type { Fixture } from '../fixture.ts';
import { waitFor } from '../http.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Leases and retries of a killed process end within this time. */
const LEASES_END_MS = 500_000;
const REACHED_MS = 40_000;
const POLL_MS = 20;

/**
 * Kills of one service. Each start has a later clock than the one before, so that no test waits for the lease of a
 * killed process.
 */
export const createKills = (fixture: Fixture, service: ServiceName) => {
  const part = fixture.part(service);
  let skewMs = 0;
  const later = (): Env => {
    skewMs += LEASES_END_MS;
    return { CLOCK_SKEW_MS: String(skewMs) };
  };
  return {
    /** SIGKILL at no particular line. */
    kill: (env: Env = {}): Promise<void> => fixture.crash(service, { ...env, ...later() }),
    /**
     * Starts the service with a failpoint, and again without it after it was reached.
     * @param act drives the service to the failpoint
     * @returns false when it was not reached
     */
    killAt: async (
      failpoint: string,
      act: () => Promise<unknown>,
      withinMs = REACHED_MS,
    ): Promise<boolean> => {
      await fixture.crash(service, { FAILPOINT: failpoint, ...later() });
      const armed = part.starts();
      part.setEnv({ FAILPOINT: undefined, ...later() });
      const acting = act();
      const isReached = await waitFor(async () => part.starts() > armed, withinMs, POLL_MS);
      await acting;
      return isReached === true;
    },
  };
};
export type Kills = ReturnType<typeof createKills>;
