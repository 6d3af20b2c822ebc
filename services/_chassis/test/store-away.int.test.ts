/** The wire to the store breaks in the very moment it is written to. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { refusalOf } from '../src/http/refusal.ts';
import { testMongo } from '../src/testing/index.ts';
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
