/** What a process with a clock an hour ahead left is due when the clock is right again (decision 0121). */
import { SessionId, sessionRevoked, UserId, userUpdated } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog, skewClock } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { type SessionRow, sessionSchema } from '../src/store/account-sessions.ts';
import { type RevokedSession, revokedSessionSchema } from '../src/store/revoked-sessions.ts';
import { createSessionRevocations } from '../src/store/session-revocations.ts';
import { createWorker, type WorkItem, workSchema } from '../src/store/worker.ts';
import { anEvent, freshSuffix, testMongo } from '../src/testing/index.ts';
import { openCounters, waitOptions } from './counters.ts';
import { newTestEvent } from './support.ts';

const HOUR_MS = 3_600_000;
afterEach(() => skewClock(0, 'test'));

it('outbox rows are sent', async () => {
  const database = `test${freshSuffix()}`;
  skewClock(HOUR_MS, 'test');
  {
    await using ahead = await openCounters(database);
    ahead.reachable.broker = false;
    await ahead.counters.create({ _id: 'a', n: 0 }, { events: [newTestEvent(1)] });
  }
  skewClock(0, 'test');

  await using right = await openCounters(database);

  await vi.waitFor(() => expect(right.numbers()).toEqual([1]), waitOptions);
});

it('work is done', async () => {
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
    .asPromise();
  const model = connection.model<WorkItem>('outside_work', workSchema.clone(), 'outside_work');
  skewClock(HOUR_MS, 'test');
  await createWorker(model, createLog('library', 'silent')).add({ kind: 'mail', key: 'k1', data: {} });
  skewClock(0, 'test');
  const worker = createWorker(model, createLog('library', 'silent'));
  let mails = 0;
  worker.on('mail', async () => {
    mails += 1;
  });

  worker.start();

  await vi.waitFor(() => expect(mails).toBe(1), waitOptions);
  await worker.stop();
  await connection.close();
});

it.each([
  ['whose clock was set back', HOUR_MS],
  ['whose clock is behind', 110_000],
])(
  'a replica that missed live messages reads the logins ended by a replica %s (P20, P39)',
  async (_which, aheadMs) => {
    const connection = await mongoose
      .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
      .asPromise();
    const models = {
      accounts: connection.model<SessionRow>('sessions', sessionSchema.clone(), 'sessions'),
      revoked: connection.model<RevokedSession>(
        'revoked-sessions',
        revokedSessionSchema.clone(),
        'revoked-sessions',
      ),
    };
    const live = createMemoryLive();
    const reader = createSessionRevocations('library', models, live.open());
    await reader.start();
    const writer = createSessionRevocations('library', models, createMemoryLive().open());
    const deliver = (purpose: string, event: unknown) =>
      writer.subscriptions.find(({ queue }) => queue === `library.${purpose}`)?.handle(event);
    const endLogins = async (user: string): Promise<void> => {
      const userId = UserId.parse(user);
      const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
      const sessionId = SessionId.parse(`login-of-${user}`);
      await deliver('revoke-session', anEvent(sessionRevoked, { data: { userId, sessionId, expiresAt } }));
      await deliver(
        'end-sessions',
        anEvent(userUpdated, { data: { userId, role: 'USER', tokenVersion: 1 } }),
      );
    };
    const hasRead = (user: string) => [
      reader.state.isRevoked(`login-of-${user}`),
      reader.state.account(user)?.tokenVersion,
    ];

    skewClock(aheadMs, 'test');
    await endLogins('asha');
    live.reset();
    await vi.waitFor(() => expect(hasRead('asha')).toEqual([true, 1]), waitOptions);
    skewClock(0, 'test');
    await endLogins('bina');
    live.reset();

    await vi.waitFor(() => expect(hasRead('bina')).toEqual([true, 1]), waitOptions);
    await connection.close();
  },
);
