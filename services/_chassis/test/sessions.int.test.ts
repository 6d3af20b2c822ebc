import { UserId, userUpdated } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { eventsOf } from '../src/bus/events.ts';
import { systemClock, systemIds } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { createSessions, type SessionRow, sessionSchema } from '../src/store/sessions.ts';
import { freshSuffix, testMongo } from '../src/testing/index.ts';

const DAY_MS = 86_400_000;

const openSessions = async (rows: readonly object[], rememberedMs?: number) => {
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: `test${freshSuffix()}` })
    .asPromise();
  const model = connection.model<SessionRow>('sessions', sessionSchema.clone(), 'sessions');
  if (rows.length > 0) await model.insertMany(rows);
  const sessions = createSessions('library', model, createMemoryLive().open(), rememberedMs);
  await sessions.start();
  const jobs = Object.fromEntries(sessions.jobs.map((job) => [job.name, job]));
  return {
    ...sessions,
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
  expect(sessions.facts('lately')).toMatchObject({ deleted: true });
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
  const before = sessions.facts('asha');

  await new Promise((resolve) => setTimeout(resolve, 400));
  await sessions.run('sessions.forget');
  const size = sessions.size();
  await hear?.handle(said(1, 'ADMIN'));

  expect([before?.tokenVersion, size]).toEqual([2, 0]);
  expect(sessions.facts('asha')?.role).not.toBe('ADMIN');
});
