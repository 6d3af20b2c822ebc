import type { BusHooks } from '../bus.ts';
import type { Subscription } from '../events.ts';

/** A message in one queue. */
export type Delivery = {
  readonly id: string;
  readonly text: string;
  attempts: number;
  readonly settled: (error?: Error) => void;
};
/** A subscription of one process. */
export type Consumer = {
  readonly subscription: Subscription;
  readonly hooks: BusHooks;
  busy: number;
  open: boolean;
};
export type Queue = {
  readonly name: string;
  readonly type: string;
  readonly waiting: Delivery[];
  readonly consumers: Set<Consumer>;
  /** True after its last consumer stopped: the process stops, too. False before the first one. */
  hasStopped: boolean;
};

/** The error of a publisher whose queue has no consumer. */
export const noConsumer = ({ name }: Queue): Error => new Error(`no consumer on ${name}`);
