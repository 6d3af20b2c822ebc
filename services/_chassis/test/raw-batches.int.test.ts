/** All documents of a collection as bytes. */
import { mongo, Schema } from 'mongoose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { driverCollection, rawBatches } from '../src/index.ts';
import { openCounters } from './counters.ts';

type Row = { _id: string; n: number };

const openRows = async (count: number) => {
  const fixture = await openCounters();
  const { connection } = fixture.store;
  const model = connection.model<Row>('rows', new Schema<Row>({ _id: String, n: Number }), 'rows');
  const rows = Array.from({ length: count }, (_one, n) => ({ _id: `row-${n}`, n }));
  if (count > 0) await driverCollection(model).insertMany(rows);
  return { fixture, model };
};
const numberIn = (bytes: Uint8Array): number => mongo.BSON.deserialize(bytes).n;

describe('raw batches', () => {
  it.each([0, 1, 10, 25, 30])('of %i documents are all of them, once', async (count) => {
    const { fixture, model } = await openRows(count);
    await using _ = fixture;
    const read: number[] = [];
    const sizes: number[] = [];
    for await (const batch of rawBatches(model, 10)) {
      sizes.push(batch.length);
      read.push(...batch.map(numberIn));
    }

    expect(read.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_one, n) => n));
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(10);
  });

  it('are requested before the batch in front of them is used', async () => {
    const { fixture, model } = await openRows(30);
    await using _ = fixture;
    const batches = rawBatches(model, 10);
    await batches.next();
    // the second batch was read before this
    await model.updateOne({ _id: 'row-15' }, { n: 1_000 });
    await model.updateOne({ _id: 'row-25' }, { n: 2_000 });
    const rest: number[] = [];
    for await (const batch of batches) rest.push(...batch.map(numberIn));

    expect(rest).toContain(15);
    expect(rest).toContain(2_000);
  });

  it('end their cursor when the caller stops', async () => {
    const { fixture, model } = await openRows(30);
    await using _ = fixture;
    const command = vi.spyOn(mongo.Db.prototype, 'command');
    onTestFinished(() => command.mockRestore());
    for await (const batch of rawBatches(model, 10)) {
      expect(batch).toHaveLength(10);
      break;
    }
    expect(command.mock.calls.map(([sent]) => Object.keys(sent)[0])).toEqual([
      'find',
      'getMore',
      'killCursors',
    ]);
  });

  it('reject when the store refuses', async () => {
    const { fixture, model } = await openRows(3);
    await using _ = fixture;
    await expect(rawBatches(model, -1).next()).rejects.toThrow(/batchSize/);
  });
});
