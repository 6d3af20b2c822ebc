import { createHash } from 'node:crypto';
import type { AnyEvent } from '@satrangi/contracts';
import type { Subscription } from './events.ts';

/** Delay before each retry of a failed message. After the last retry the message is parked. */
export const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 60_000] as const;
/** Messages of one queue that a process handles at the same time. */
export const PREFETCH = 64;

export type BusState = 'down' | 'up' | 'blocked';

/** A parked message (dead letter). `body` is the received text, valid or not. */
export type ParkedMessage = {
  readonly id: string;
  readonly queue: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  readonly body: string;
};

/** A hash that names a parked message: its broker may have none, and several messages may have one id. */
export const parkedKey = ({ id, parkedAt, body }: Pick<ParkedMessage, 'id' | 'parkedAt' | 'body'>): string =>
  createHash('sha256')
    .update(JSON.stringify([id, parkedAt, body]))
    .digest('hex')
    .slice(0, 24);

/** Parked messages of one queue that are read at most. */
export const PARKED_READ_MAX = 1_000;

export type Parked = {
  readonly list: (queue: string, limit?: number) => Promise<ParkedMessage[]>;
  readonly count: (queue: string) => Promise<number>;
  /**
   * Publishes parked messages to their queue again, with a new count of attempts: those with the key (`parkedKey`), or
   * all without one. @returns how many
   */
  readonly replay: (queue: string, limit?: number, key?: string) => Promise<number>;
  /** Removes the parked messages with the key (`parkedKey`). @returns how many */
  readonly discard: (queue: string, key: string) => Promise<number>;
};

/**
 * The message broker as services use it. RabbitMQ and the in-process broker give the same guarantees
 * (`test/bus.features.ts`): no published message is lost, a failing message does not block others, and competing
 * consumers share the messages of a queue.
 */
export type Bus = {
  /**
   * Resolves when every bound queue has stored or handled the event. Rejects otherwise; the caller keeps the event and
   * publishes it again later.
   */
  readonly publish: (event: AnyEvent) => Promise<void>;
  readonly subscribe: (subscription: Subscription) => void;
  readonly state: () => BusState;
  readonly onState: (listener: (state: BusState) => void) => () => void;
  /** Resolves when the topology is declared and all subscriptions so far are active. */
  readonly ready: () => Promise<void>;
  readonly parked: Parked;
  /** Takes no new messages; messages in progress continue. */
  readonly stopConsuming: () => Promise<void>;
  /** Resolves when no message is in progress, or after `ms`. */
  readonly drained: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Callbacks for `/metrics`. */
export type BusHooks = {
  readonly published?: (outcome: 'confirmed' | 'failed') => void;
  readonly consumed?: (queue: string, outcome: 'done' | 'retried' | 'parked', ms: number) => void;
  readonly parked?: (queue: string, reason: string) => void;
};
