/** Clients that change the same documents at once, of which none is in memory longer than it needs. */
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { temporaryFolder } from './fixture.ts';

const CLIENTS = 16;
const STEPS = 100;
const COUNTERS = 4;

type Counter = { _id: number; n: number; text: string };
type Note = { _id: string; state: 'new' | 'read'; text: string };

/** @returns what clients saw that they should not, and the errors that they got */
const work = async (url: string): Promise<string[]> => {
  const client = new MongoClient(url, { retryWrites: false, serverSelectionTimeoutMS: 500 });
  const counters = client.db('load').collection<Counter>('counters');
  const notes = client.db('load').collection<Note>('notes');
  const text = 'word '.repeat(100);
  const wrong: string[] = [];
  const see = (what: string, isRight: boolean): void => {
    if (!isRight) wrong.push(what);
  };
  const act = async (me: number): Promise<void> => {
    for (let step = 0; step < STEPS; step += 1) {
      const _id = `${me}-${step}`;
      await counters.updateOne({ _id: (me + step) % COUNTERS }, { $inc: { n: 1 } });
      await notes.insertOne({ _id, state: 'new', text });
      see(`insert ${_id}`, (await notes.findOne({ _id }))?.state === 'new');
      const changed = await notes.findOneAndUpdate({ _id }, { $set: { state: 'read' } });
      see(`change ${_id}`, changed?.state === 'new');
      see(`index ${_id}`, (await notes.countDocuments({ _id, state: 'read' })) === 1);
      if (step % 2 === 0)
        see(`delete ${_id}`, (await notes.deleteOne({ _id, state: 'read' })).deletedCount === 1);
    }
  };
  try {
    await notes.createIndex({ state: 1 });
    await counters.insertMany(Array.from({ length: COUNTERS }, (_, _id) => ({ _id, n: 0, text })));
    await Promise.all(Array.from({ length: CLIENTS }, (_, me) => act(me)));
    const counted = (await counters.find().toArray()).reduce((sum, { n }) => sum + n, 0);
    see(`${counted} of ${CLIENTS * STEPS} counted`, counted === CLIENTS * STEPS);
    const left = await notes.countDocuments({ state: 'read' });
    see(`${left} notes left`, left === (CLIENTS * STEPS) / 2);
  } catch (error) {
    wrong.push(String(error));
  }
  await client.close();
  return wrong;
};

const workWithout = async (mutation: string): Promise<{ wrong: string[]; wrongAfterRestart: number }> => {
  using folder = temporaryFolder();
  const query = mutation === 'nothing' ? '' : `?mutations=${mutation}`;
  const { startMongo }: typeof import('../src/index.ts') = await import(
    /* @vite-ignore */ `../src/index.ts${query}`
  );
  const options = { dir: folder.path, residentBytes: 0 };
  const count = async (): Promise<number> => {
    await using server = await startMongo(options);
    await using client = new MongoClient(server.url);
    const counters = await client.db('load').collection<Counter>('counters').find().toArray();
    return counters.reduce((sum, { n }) => sum + n, 0);
  };
  await using server = await startMongo(options);
  const wrong = await work(server.url);
  await server.close();
  return { wrong, wrongAfterRestart: CLIENTS * STEPS - (await count()) };
};

it('lose no change and see their own', { timeout: 120_000 }, async () => {
  expect(await workWithout('nothing')).toEqual({ wrong: [], wrongAfterRestart: 0 });
});

it('without the rule that changes are stored before they leave the memory, they lose some', {
  timeout: 120_000,
}, async () => {
  const { wrong } = await workWithout('stored-before-leaving');
  expect(wrong).not.toEqual([]);
});
