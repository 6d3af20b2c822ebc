import { describe, expect, it } from 'vitest';
import {
  afterDelivery,
  afterTakeover,
  countsOf,
  dueNow,
  nextRetry,
  type Recipient,
  sendResponse,
  sumOf,
  withFailedWaiting,
} from './sends.rules.ts';

const now = new Date('2026-11-24T10:00:00.000Z');
const sending: Recipient = { s: 'a', st: 'sending', tries: 0 };
const options = { now, inDoubt: 'repeat' } as const;

describe('a letter', () => {
  it('refused for now waits 1, 5, 25 and 25 minutes, and fails with the fifth try', () => {
    let recipient = sending;
    const waits: number[] = [];
    while (recipient.st !== 'failed') {
      recipient = afterDelivery({ ...recipient, st: 'sending' }, { outcome: 'deferred', code: 451 }, options);
      if (recipient.next) waits.push((recipient.next - now.getTime()) / 60_000);
    }
    expect(waits).toEqual([1, 5, 25, 25]);
    expect(recipient).toEqual({ s: 'a', st: 'failed', tries: 5, code: 451 });
  });

  it('without a connection waits, and no try is counted', () => {
    expect(afterDelivery(sending, { outcome: 'unreachable' }, options)).toEqual({
      ...sending,
      st: 'waiting',
    });
  });

  it('in doubt is repeated, or counted as doubtful (P54)', () => {
    expect(afterTakeover([sending], 'repeat')).toMatchObject([{ st: 'waiting' }]);
    expect(afterTakeover([sending], 'skip')).toMatchObject([{ st: 'doubtful' }]);
    expect(afterDelivery(sending, { outcome: 'unknown' }, options)).toMatchObject({ st: 'waiting' });
    expect(afterDelivery(sending, { outcome: 'unknown' }, { now, inDoubt: 'skip' })).toMatchObject({
      st: 'doubtful',
    });
  });
});

it('only letters whose time has come are due', () => {
  const people: Recipient[] = [
    { s: 'a', st: 'sent', tries: 1 },
    { s: 'b', st: 'waiting', tries: 1, next: now.getTime() + 1 },
    { s: 'c', st: 'waiting', tries: 0 },
    { s: 'd', st: 'waiting', tries: 1, next: now.getTime() },
  ];
  expect(dueNow(people, now, 5)).toEqual([2, 3]);
  expect(dueNow(people, now, 1)).toEqual([2]);
  expect(nextRetry(people.slice(0, 2))).toEqual(new Date(now.getTime() + 1));
  expect(nextRetry(people.slice(0, 1))).toBeNull();
});

it('a retry opens the failed ones only', () => {
  const people: Recipient[] = [
    { s: 'a', st: 'failed', tries: 5, code: 550 },
    { s: 'b', st: 'sent', tries: 1 },
  ];
  expect(withFailedWaiting(people)).toEqual([{ s: 'a', st: 'waiting', tries: 0 }, people[1]]);
  expect(countsOf(people)).toEqual({ sent: 1, failed: 1, skipped: 0, doubtful: 0, open: 0 });
});

it('the counts of a send are the sums of its batches', () => {
  const one = countsOf([{ st: 'sent' }, { st: 'waiting' }, { st: 'sending' }]);
  const other = countsOf([{ st: 'sent' }, { st: 'doubtful' }, { st: 'skipped' }, { st: 'failed' }]);

  expect(sumOf([one, other])).toEqual({ open: 2, sent: 2, failed: 1, skipped: 1, doubtful: 1 });
  expect(sumOf([])).toEqual({ open: 0, sent: 0, failed: 0, skipped: 0, doubtful: 0 });
});

it('who was not reached by a cancelled send counts as skipped', () => {
  const send = {
    _id: 'x',
    key: 'k',
    subject: 's',
    preheader: '',
    text: 't',
    at: '',
    startsAt: null,
    endedAt: null,
    total: 10,
    totals: null,
    run: 1,
    retryRun: null,
    by: null,
  };
  const counts = { sent: 3, failed: 1, skipped: 1, doubtful: 0 };
  expect(sendResponse({ ...send, state: 'cancelled' }, counts)).toMatchObject({ skipped: 6 });
  expect(sendResponse({ ...send, state: 'sending' }, counts)).toMatchObject({ skipped: 1 });
});
