import {
  CONNECTION_CHECK_MS,
  CONNECTION_CHECKS_MAX,
  CONNECTION_CHECKS_WINDOW_MS,
  type ConnectionCheck,
  type ConnectionState,
  type connectionsApi,
  connectionTexts,
} from '@satrangi/contracts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Handlers } from '../http/mount-api.ts';
import { Refusal } from '../http/refusal.ts';
import { createRateLimiter, enforceRateLimit } from '../limits/rate-limiter.ts';
import type { Connection } from '../providers/connection.ts';
import type { ServiceStore } from '../store/store.ts';

type Deps = {
  readonly connections: readonly Connection[];
  readonly store: ServiceStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secret: string;
};

type Found = Pick<ConnectionCheck, 'state' | 'sentence'>;

const IN_SANDBOX = 'It is a sandbox: nothing real happens.';
const missingText = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is not set.` : `${names.join(' and ')} are not set.`;

const callProvider = async ({ check, isSandbox }: Connection): Promise<Found> => {
  if (!check)
    return {
      state: 'set-up',
      sentence: 'The settings are there. The provider calls this service: nothing can be asked.',
    };
  const timeout = AbortSignal.timeout(CONNECTION_CHECK_MS);
  const late = new Promise<Found>((resolve) => {
    // a provider that ignores the signal must not hold the answer up
    timeout.addEventListener('abort', () =>
      resolve({ state: 'no-answer', sentence: connectionTexts.noAnswer }),
    );
  });
  const requested = check(timeout).then(
    ({ isAccepted, sentence }): Found => {
      const accepted: ConnectionState = isSandbox ? 'sandbox' : 'works';
      if (!isAccepted) return { state: 'refused', sentence };
      return { state: accepted, sentence: isSandbox ? `${sentence} ${IN_SANDBOX}` : sentence };
    },
    (): Found => ({
      state: 'no-answer',
      sentence: timeout.aborted ? connectionTexts.noAnswer : connectionTexts.unreachable,
    }),
  );
  return Promise.race([requested, late]);
};

/** The calls of connections of one service (decision 0084). Checks of one connection at the same time share one call. */
export const connectionHandlers = ({
  connections,
  store,
  clock,
  log,
  secret,
}: Deps): Handlers<ReturnType<typeof connectionsApi<string>>> => {
  const limiter = createRateLimiter({
    store,
    clock,
    secret,
    limits: { checks: { max: CONNECTION_CHECKS_MAX, windowMs: CONNECTION_CHECKS_WINDOW_MS } },
    collection: 'connection-checks',
  });
  const running = new Map<string, Promise<Found>>();

  const checkOnce = (connection: Connection): Promise<Found> => {
    const { id } = connection;
    const started = running.get(id) ?? callProvider(connection).finally(() => running.delete(id));
    running.set(id, started);
    return started;
  };

  return {
    listConnections: () => ({
      items: connections.map(({ check: _check, ...row }) => ({ ...row, missing: [...row.missing] })),
    }),
    checkConnection: async ({ params }) => {
      const connection = connections.find(({ id }) => id === params.connection);
      if (!connection) throw new Refusal('not-found', connectionTexts.unknown);
      const { id, missing } = connection;
      const checkedAt = (): string => clock.now().toISOString();
      if (missing.length > 0)
        return { state: 'not-configured', sentence: missingText(missing), checkedAt: checkedAt() };
      enforceRateLimit(connectionTexts.tooOften, await limiter.consume('checks', id));
      const found = await checkOnce(connection);
      log.info({ key: id, state: found.state }, 'connection checked');
      return { ...found, checkedAt: checkedAt() };
    },
  };
};
