import type { AnyEvent } from '@satrangi/contracts';
import type { Subscription } from './events.ts';

/** How long a failed message waits before its next try; after the last one it is parked. */
export const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000] as const;
/** Messages of one queue a process works on at a time. */
export const PREFETCH = 20;

export type BusState = 'down' | 'up' | 'blocked';

/** A message that was given up on. `body` is what arrived, as text: it may be anything. */
export type ParkedMessage = {
  readonly id: string;
  readonly queue: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  readonly body: string;
};

export type Parked = {
  readonly list: (queue: string, limit?: number) => Promise<ParkedMessage[]>;
  readonly count: (queue: string) => Promise<number>;
  /** Gives parked messages to their queue again, as new. @returns how many went back */
  readonly replay: (queue: string, limit?: number) => Promise<number>;
};

/**
 * What a service needs of a message broker. RabbitMQ and the in-process broker keep the same promises
 * (`test/bus.features.ts`): nothing published is lost, a failing message blocks nobody, nobody hears twice at once
 * what competing consumers share.
 */
export type Bus = {
  /**
   * Resolves only when every queue that must hear the event holds it safely, or has handled it.
   * Rejects otherwise; the caller keeps the event and says it again later.
   */
  readonly publish: (event: AnyEvent) => Promise<void>;
  readonly subscribe: (subscription: Subscription) => void;
  readonly state: () => BusState;
  readonly onState: (listener: (state: BusState) => void) => () => void;
  /** Resolves when everything declared and subscribed so far works. */
  readonly ready: () => Promise<void>;
  readonly parked: Parked;
  /** Takes no new messages; those under way go on. */
  readonly stopConsuming: () => Promise<void>;
  /** Resolves when nothing is under way any more, at the latest after `ms`. */
  readonly drained: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Counts for `/metrics`; every member is optional for whoever does not care. */
export type BusHooks = {
  readonly published?: (outcome: 'confirmed' | 'failed') => void;
  readonly consumed?: (queue: string, outcome: 'done' | 'retried' | 'parked', ms: number) => void;
  readonly parked?: (queue: string, reason: string) => void;
};
