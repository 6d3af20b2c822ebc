import { type ErasingService, erasingServices } from '@satrangi/contracts';

/** What stays of an account that was deleted: that it is gone, since when, and who has forgotten it. */
export type Erasure = {
  readonly at: Date;
  readonly forgottenBy: Readonly<Partial<Record<ErasingService, Date>>>;
  /** How often it was said again. */
  readonly tries: number;
  /** When the sweeper looks next; null when everyone has answered. */
  readonly lookAt: Date | null;
};

/** The sweeper's own rhythm: the first answer has this long. */
export const SWEEP_MS = 15_000;
const LONGEST_MS = 300_000;

/** Soon at first, then ever less often: a service that is down for a day is not shouted at. */
export const nextSayAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_MS, SWEEP_MS * 2 ** Math.min(tries, 10)));

export const newErasure = (now: Date): Erasure => ({
  at: now,
  forgottenBy: {},
  tries: 0,
  lookAt: nextSayAt(0, now),
});

export const stillSilent = ({ forgottenBy }: Pick<Erasure, 'forgottenBy'>): ErasingService[] =>
  erasingServices.filter((service) => forgottenBy[service] === undefined);
