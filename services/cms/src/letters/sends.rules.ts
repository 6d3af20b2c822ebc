import type { LetterSend, SendState, UserId } from '@satrangi/contracts';

export const BATCH_SIZE = 100;
/** Waits before the second and further tries of a letter that was refused for now. */
const RETRY_WAITS_MS = [60_000, 5 * 60_000, 25 * 60_000, 25 * 60_000];
const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Who got which letter is kept for 90 days. */
export const BATCHES_KEPT_MS = 90 * DAY_MS;

/** A letter on its way, with content and audience frozen. */
export type StoredSend = {
  _id: string;
  /** Hash of the content and the day: the same letter twice on one day is one send. */
  key: string;
  subject: string;
  preheader: string;
  /** Id of the text. */
  text: string;
  state: SendState;
  /** Only who had confirmed by then gets the letter. */
  at: string;
  /** A waiting send begins then without an approval. */
  startsAt: string | null;
  endedAt: string | null;
  /** Counted from the batches when all are stored; before that, of a waiting send, all readers at its start. */
  total: number;
  totals: SendCounts | null;
  /** Grows with each resume and retry: work of an earlier run changes nothing. */
  run: number;
  /** The run that sends to those who failed again. */
  retryRun: number | null;
  by: UserId | null;
};

/**
 * The letter of one reader. `sending` is stored before the call to the mail server, so that a stop in between is visible:
 * whether it had accepted the letter is then in doubt (RFC 1047).
 */
export type RecipientStatus = 'waiting' | 'sending' | 'sent' | 'failed' | 'skipped' | 'doubtful';
export type Recipient = {
  /** The id of the subscriber; its address is read when the letter leaves. */
  readonly s: string;
  readonly st: RecipientStatus;
  readonly tries: number;
  /** Reply code of the mail server. */
  readonly code?: number;
  /** Not before this time, in ms. */
  readonly next?: number;
};

export type Batch = {
  _id: string;
  sendId: string;
  number: number;
  people: Recipient[];
  state: 'open' | 'closed';
  /** The handler that may write; another one takes over when the lease has ended. */
  owner: string | null;
  leaseUntil: Date | null;
  retryAt: Date | null;
  queuedRun: number;
  reopenedRun: number;
  /** Of `people`, so that progress is read without them; absent in batches that an earlier version stored. */
  counts?: BatchCounts;
  expiresAt: Date;
};

export type SendCounts = Pick<LetterSend, 'sent' | 'failed' | 'skipped' | 'doubtful'>;
export type BatchCounts = SendCounts & { readonly open: number };

/** What the mail server did with one letter. */
export type Delivery =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused' | 'deferred' | 'no-mailbox'; readonly code: number }
  /** `unknown`: no reply. `unreachable`: no connection, the letter has not left. */
  | { readonly outcome: 'unknown' | 'unreachable' };

export type InDoubt = 'repeat' | 'skip';

export const batchId = (sendId: string, number: number): string =>
  `${sendId}.${String(number).padStart(6, '0')}`;

/**
 * True when the batches of a send may be removed before a further run ends. Without them a run would begin again, with
 * its whole audience.
 */
export const isTooOld = ({ at }: Pick<StoredSend, 'at'>, now: Date): boolean =>
  now.getTime() - Date.parse(at) >= BATCHES_KEPT_MS - DAY_MS;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

const deferred = ({ s, tries }: Recipient, now: Date, code?: number): Recipient => {
  const reply = code === undefined ? {} : { code };
  const wait = RETRY_WAITS_MS[tries];
  return wait === undefined
    ? { s, st: 'failed', tries: tries + 1, ...reply }
    : { s, st: 'waiting', tries: tries + 1, next: now.getTime() + wait, ...reply };
};

/** The state of a letter after the call to the mail server. */
export const afterDelivery = (
  recipient: Recipient,
  delivery: Delivery,
  { now, inDoubt }: { readonly now: Date; readonly inDoubt: InDoubt },
): Recipient => {
  const { s, tries } = recipient;
  switch (delivery.outcome) {
    case 'accepted':
      return { s, st: 'sent', tries: tries + 1 };
    case 'refused':
    case 'no-mailbox':
      return { s, st: 'failed', tries: tries + 1, code: delivery.code };
    case 'deferred':
      return deferred(recipient, now, delivery.code);
    case 'unknown':
      return inDoubt === 'skip' ? { s, st: 'doubtful', tries: tries + 1 } : deferred(recipient, now);
    case 'unreachable':
      return { ...recipient, st: 'waiting' };
    default:
      return delivery satisfies never;
  }
};

/**
 * Decides about letters that a stopped handler left as `sending`: sent again with the same Message-ID, or counted as
 * doubtful.
 */
export const afterTakeover = (people: readonly Recipient[], inDoubt: InDoubt): Recipient[] =>
  people.map((recipient) =>
    recipient.st === 'sending'
      ? { ...recipient, st: inDoubt === 'skip' ? 'doubtful' : 'waiting' }
      : recipient,
  );

/** The positions of the next letters that may leave now. */
export const dueNow = (people: readonly Recipient[], now: Date, limit: number): number[] =>
  people
    .map(({ st, next = 0 }, position) => (st === 'waiting' && next <= now.getTime() ? position : -1))
    .filter((position) => position >= 0)
    .slice(0, limit);

/** When the batch has to be handled again; null when each letter has come to its end. */
export const nextRetry = (people: readonly Recipient[]): Date | null => {
  const times = people.filter(({ st }) => st === 'waiting').map(({ next = 0 }) => next);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
};

/** Those who failed get the letter again. */
export const withFailedWaiting = (people: readonly Recipient[]): Recipient[] =>
  people.map(({ s, st, ...rest }) => (st === 'failed' ? { s, st: 'waiting', tries: 0 } : { s, st, ...rest }));

export const countsOf = (people: readonly Pick<Recipient, 'st'>[]): BatchCounts => {
  const counts = { sent: 0, failed: 0, skipped: 0, doubtful: 0, open: 0 };
  for (const { st } of people) counts[st === 'waiting' || st === 'sending' ? 'open' : st] += 1;
  return counts;
};

export const sumOf = (parts: readonly BatchCounts[]): BatchCounts => {
  const total = (name: keyof BatchCounts): number => parts.reduce((sum, part) => sum + part[name], 0);
  return {
    open: total('open'),
    sent: total('sent'),
    failed: total('failed'),
    skipped: total('skipped'),
    doubtful: total('doubtful'),
  };
};

/** A send as admins read it. Readers whom a cancelled send did not reach count as skipped. */
export const sendResponse = (send: StoredSend, counts: SendCounts): LetterSend => {
  const { _id, subject, state, total, at, endedAt, by } = send;
  const { sent, failed, doubtful } = counts;
  const skipped = state === 'cancelled' ? total - sent - failed - doubtful : counts.skipped;
  const startsAt = state === 'waiting' ? send.startsAt : null;
  return { sendId: _id, subject, state, total, sent, failed, skipped, doubtful, at, startsAt, endedAt, by };
};
