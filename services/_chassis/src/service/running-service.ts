import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { Subscription } from '../bus/events.ts';
import type { LiveLog } from '../live/log.ts';
import type { Store } from '../store/store.ts';
import type { ServiceContext } from './service-context.ts';

/** Replacements of parts for tests. */
export type Overrides = {
  readonly bus?: Bus;
  readonly live?: LiveLog;
  readonly clock?: Clock;
  readonly log?: Logger;
};

/** Internals for tests and for the launcher. */
export type ServiceInternals = {
  readonly context: ServiceContext<unknown>;
  readonly bus: Bus;
  readonly live: LiveLog;
  readonly store: Store;
  readonly subscriptions: readonly Subscription[];
  readonly runJob: (name: string) => Promise<void>;
};

export type RunningService = AsyncDisposable & {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  /**
   * Resolves when store, topology and projections are ready.
   * @throws ConfigurationError when production uses the embedded store or a standalone server; other errors only for a
   * defect or a stop
   */
  readonly ready: () => Promise<void>;
  /** Stops gracefully: no request and no message is lost. */
  readonly stop: () => Promise<void>;
  readonly internals: ServiceInternals;
};
