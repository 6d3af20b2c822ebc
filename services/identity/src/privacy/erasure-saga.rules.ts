import { type ErasingService, erasingServices } from '@satrangi/contracts';
import { type Erasure, NEXT_CHECK_AT } from '../accounts/accounts.rules.ts';

/** The interval of the sweep, and the time for the first confirmations. */
export const SWEEP_MS = 15_000;
const LONGEST_MS = 300_000;

/** Exponential backoff to 5 minutes, so that a service that is down for a day gets few messages. */
export const nextPublishAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_MS, SWEEP_MS * 2 ** Math.min(tries, 10)));

export const newErasure = (now: Date): Erasure => ({
  at: now,
  forgottenBy: {},
  tries: 0,
  [NEXT_CHECK_AT]: nextPublishAt(0, now),
});

/** The services that have not confirmed the erasure. */
export const pendingServices = ({ forgottenBy }: Pick<Erasure, 'forgottenBy'>): ErasingService[] =>
  erasingServices.filter((service) => forgottenBy[service] === undefined);
