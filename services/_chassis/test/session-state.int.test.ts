import { SessionId, sessionRevoked, UserId, userUpdated } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { createEventFactory } from '../src/bus/events.ts';
import { systemClock, systemIds } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { type SessionRow, sessionSchema } from '../src/store/account-sessions.ts';
import { type RevokedSession, revokedSessionSchema } from '../src/store/revoked-sessions.ts';
import { createSessionRevocations } from '../src/store/session-revocations.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

const DAY_MS = 86_400_000;

const openSessions = async (rows: readonly object[], retentionMs?: number) => {
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
    .asPromise();
  const model = connection.model<SessionRow>('sessions', sessionSchema.clone(), 'sessions');
  if (rows.length > 0) await model.insertMany(rows);
  const revoked = connection.model<RevokedSession>(
    'revoked-sessions',
    revokedSessionSchema.clone(),
    'revoked-sessions',
  );
  const sessions = createSessionRevocations(
    'library',
    { accounts: model, revoked },
    createMemoryLive().open(),
    retentionMs === undefined ? {} : { retentionMs },
  );
  await sessions.start();
  const jobs = Object.fromEntries(sessions.jobs.map((job) => [job.name, job]));
  return {
    ...sessions,
    revokedModel: revoked,
    run: (name: string) => jobs[name]?.run(new AbortController().signal),
    [Symbol.asyncDispose]: () => connection.close(),
  };
};
const ended = (_id: string, daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  return { _id, tokenVersion: 1, deleted: true, at, changedAt: at };
};

it('memory holds the revocations whose tokens may be valid, and no others', async () => {
  await using sessions = await openSessions([ended('long-ago', 40), ended('lately', 20), ended('now', 0)]);

  expect(sessions.size()).toBe(2);
  expect(sessions.state.account('lately')).toMatchObject({ deleted: true });
});

it('old revocations leave memory, and a late event does not replace a newer one', async () => {
  await using sessions = await openSessions([], 300);
  const endSessions = sessions.subscriptions.find(({ queue }) => queue === 'library.end-sessions');
  const updateOf = (tokenVersion: number, role: 'USER' | 'ADMIN') =>
    createEventFactory(
      'identity',
      systemClock(),
      systemIds,
    )(userUpdated, {
      subject: 'user',
      data: { userId: UserId.parse('asha'), tokenVersion, role },
    });
  await endSessions?.handle(updateOf(2, 'USER'));
  const before = sessions.state.account('asha');

  await new Promise((resolve) => setTimeout(resolve, 400));
  await sessions.run('sessions.forget');
  const size = sessions.size();
  await endSessions?.handle(updateOf(1, 'ADMIN'));

  expect([before?.tokenVersion, size]).toEqual([2, 0]);
  expect(sessions.state.account('asha')?.role).not.toBe('ADMIN');
});

it('a revoked login is kept until its token has expired', async () => {
  const at = (daysFromNow: number) => new Date(Date.now() + daysFromNow * DAY_MS);
  await using sessions = await openSessions([]);
  const handler = sessions.subscriptions.find(({ queue }) => queue === 'library.revoke-session');
  const newEvent = createEventFactory('identity', systemClock(), systemIds);
  const revoke = (sessionId: string, expiresAt: Date) => {
    const data = {
      userId: UserId.parse('asha'),
      sessionId: SessionId.parse(sessionId),
      expiresAt: expiresAt.toISOString(),
    };
    return handler?.handle(newEvent(sessionRevoked, { subject: 'user', data }));
  };

  await revoke('over', at(-2));
  await revoke('alive', at(3));
  await revoke('absurd', at(4_000));

  expect([sessions.revokedSize(), sessions.state.isRevoked('alive')]).toEqual([2, true]);
  const kept = await sessions.revokedModel.find({}).lean();
  expect(kept.map(({ _id }) => _id).sort()).toEqual(['absurd', 'alive']);
  for (const { expiresAt } of kept) expect(expiresAt.getTime()).toBeLessThan(at(33).getTime());
  expect(sessions.revokedModel.schema.indexes()).toContainEqual([
    { expiresAt: 1 },
    expect.objectContaining({ expireAfterSeconds: 0 }),
  ]);
});
