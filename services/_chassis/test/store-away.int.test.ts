/** The wire to the store breaks while it is written to, and while messages arrive. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { refusalOf } from '../src/http/refusal.ts';
import { anEvent, bootService, testMongo } from '../src/testing/index.ts';
import { asked, counting, countingApi, countQueue } from './fixtures/counting.ts';
import { cuttableWire } from './support.ts';

/** Says which sockets this process opens meanwhile, the driver's own among them. */
const watchSockets = () => {
  const sockets: Socket[] = [];
  // the channel's messages have no type of their own
  const keep = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', keep);
  return { sockets, [Symbol.dispose]: (): void => void unsubscribe('net.client.socket', keep) };
};

it('a store that hangs up while it is spoken to is away, not our defect', async () => {
  using watched = watchSockets();
  await using wire = await cuttableWire(await testMongo());
  const options = { dbName: 'away', maxPoolSize: 1, serverSelectionTimeoutMS: 300 };
  const connection = await mongoose.createConnection(wire.url, options).asPromise();
  const rows = connection.collection<{ _id: string }>('rows');
  await rows.findOne({ _id: 'a' });

  const told = Promise.withResolvers<unknown>();
  // the other side has ended, and the driver does not know yet
  for (const socket of watched.sockets)
    socket.once('end', () => void rows.insertOne({ _id: 'a' }).then(told.reject, told.resolve));
  wire.cut();

  expect(refusalOf(await told.promise)).toMatchObject({ code: 'unavailable', more: { retryAfter: 1 } });
  await connection.close();
});

it('a message that arrives while the store is away is handled when it is back, and never parked', async () => {
  await using wire = await cuttableWire(await testMongo());
  const broker = createMemoryBroker({ retryDelaysMs: [1, 1] });
  await using booted = await bootService(counting, { env: { MONGODB_URI: wire.url }, bus: broker.connect() });
  const { bus } = booted;

  wire.cut();
  const published = bus.publish(anEvent(asked, { data: { id: 'a', n: 3 } }));
  // three failed tries take longer than this only when the message waits for the store
  await sleep(12_000);
  const parked = await bus.parked.count(countQueue.queue);
  wire.mend();
  await published;

  expect(parked).toBe(0);
  const { read } = createClient(countingApi, { baseUrl: booted.url });
  await vi.waitFor(async () => expect(await read({ params: { id: 'a' } })).toEqual({ n: 3 }));
});
