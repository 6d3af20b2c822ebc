import { SessionId, sessionRevoked, UserId, userUpdated } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { eventsOf } from '../src/bus/events.ts';
import { systemClock, systemIds } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { type RevokedSession, revokedSessionSchema } from '../src/store/revoked-sessions.ts';
import { createSessions, type SessionRow, sessionSchema } from '../src/store/sessions.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

const DAY_MS = 86_400_000;

const openSessions = async (rows: readonly object[], rememberedMs?: number) => {
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
  const sessions = createSessions(
    'library',
    { accounts: model, revoked },
    createMemoryLive().open(),
    rememberedMs,
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

it('memory holds the sessions that ended while their tokens could still be shown, and no others', async () => {
  await using sessions = await openSessions([ended('long-ago', 40), ended('lately', 20), ended('now', 0)]);

  expect(sessions.size()).toBe(2);
  expect(sessions.facts.account('lately')).toMatchObject({ deleted: true });
});

it('what was remembered is forgotten in time, and an old event that comes late is still known to be old', async () => {
  await using sessions = await openSessions([], 300);
  const hear = sessions.subscriptions.find(({ queue }) => queue === 'library.end-sessions');
  const said = (tokenVersion: number, role: 'USER' | 'ADMIN') =>
    eventsOf(
      'identity',
      systemClock(),
      systemIds,
    )(userUpdated, {
      subject: 'user',
      data: { userId: UserId.parse('asha'), tokenVersion, role },
    });
  await hear?.handle(said(2, 'USER'));
  const before = sessions.facts.account('asha');

  await new Promise((resolve) => setTimeout(resolve, 400));
  await sessions.run('sessions.forget');
  const size = sessions.size();
  await hear?.handle(said(1, 'ADMIN'));

  expect([before?.tokenVersion, size]).toEqual([2, 0]);
  expect(sessions.facts.account('asha')?.role).not.toBe('ADMIN');
});

it('a login that ended is kept until its token has expired, not longer', async () => {
  const at = (daysFromNow: number) => new Date(Date.now() + daysFromNow * DAY_MS);
  await using sessions = await openSessions([]);
  const handler = sessions.subscriptions.find(({ queue }) => queue === 'library.revoke-session');
  const newEvent = eventsOf('identity', systemClock(), systemIds);
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

  expect([sessions.revokedSize(), sessions.facts.isRevoked('alive')]).toEqual([2, true]);
  const kept = await sessions.revokedModel.find({}).lean();
  expect(kept.map(({ _id }) => _id).sort()).toEqual(['absurd', 'alive']);
  for (const { expiresAt } of kept) expect(expiresAt.getTime()).toBeLessThan(at(33).getTime());
  expect(sessions.revokedModel.schema.indexes()).toContainEqual([
    { expiresAt: 1 },
    expect.objectContaining({ expireAfterSeconds: 0 }),
  ]);
});
