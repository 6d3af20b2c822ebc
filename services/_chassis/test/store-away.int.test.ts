/** The connection to the store is lost during a write, and while messages arrive. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@satrangi/contracts';
import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { createMemoryBroker } from '../src/bus/memory.ts';
import { refusalOf } from '../src/http/refusal.ts';
import { anEvent, bootService, testMongo } from '../src/testing/index.ts';
import { counting, countingApi, countQueue, countRequested } from './fixtures/counting.ts';
import { createTcpProxy } from './support.ts';

/** Collects the sockets that this process opens, including the driver's. */
const watchSockets = () => {
  const sockets: Socket[] = [];
  // messages of a diagnostics channel are untyped
  const keep = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', keep);
  return { sockets, [Symbol.dispose]: (): void => void unsubscribe('net.client.socket', keep) };
};

it('a connection that the store closes during a write is answered 503', async () => {
  using watched = watchSockets();
  await using proxy = await createTcpProxy(await testMongo());
  const options = { dbName: 'away', maxPoolSize: 1, serverSelectionTimeoutMS: 300 };
  const connection = await mongoose.createConnection(proxy.url, options).asPromise();
  const rows = connection.collection<{ _id: string }>('rows');
  await rows.findOne({ _id: 'a' });

  const outcome = Promise.withResolvers<unknown>();
  // the store closed the connection, and the driver has not noticed yet
  for (const socket of watched.sockets)
    socket.once('end', () => void rows.insertOne({ _id: 'a' }).then(outcome.reject, outcome.resolve));
  proxy.cut();

  expect(refusalOf(await outcome.promise)).toMatchObject({ code: 'unavailable', more: { retryAfter: 1 } });
  await connection.close();
});

/** The driver's private monitors: no public call makes one check at a chosen moment. */
type DriverServer = {
  readonly monitor: { readonly connection: { readonly socket: Socket } | null };
  readonly requestCheck: () => void;
};
type DriverTopology = { readonly topology: { readonly s: { readonly servers: Map<string, DriverServer> } } };

it('a heartbeat to a socket that is being closed fails, and the driver finds the store again', async () => {
  const options = { dbName: 'away', heartbeatFrequencyMS: 2_000, serverSelectionTimeoutMS: 10_000 };
  const connection = await mongoose.createConnection(await testMongo(), options).asPromise();
  // the driver has no public way to its connections
  const { topology } = connection.getClient() as unknown as DriverTopology;
  const [server] = topology.s.servers.values();
  const failed = Promise.withResolvers<void>();
  connection.getClient().once('serverHeartbeatFailed', () => failed.resolve());

  // longer than the driver's minimum between two checks: the next one is made at once
  await vi.waitFor(() => expect(server?.monitor.connection).toBeTruthy());
  await sleep(600);
  server?.monitor.connection?.socket.destroy();
  server?.requestCheck();

  await failed.promise;
  await expect(connection.collection('rows').countDocuments({})).resolves.toBe(0);
  await connection.close();
});

it('an operation on a socket that is being closed fails instead of waiting for ever', async () => {
  using watched = watchSockets();
  const connection = await mongoose
    .createConnection(await testMongo(), { dbName: 'away', maxPoolSize: 1 })
    .asPromise();
  const rows = connection.collection<{ _id: string }>('rows');
  await rows.findOne({ _id: 'a' });

  for (const socket of watched.sockets) socket.destroy();
  const outcome = rows.insertOne({ _id: 'a' }).then(
    () => 'written',
    (error: unknown) => refusalOf(error),
  );

  expect(await outcome).toMatchObject({ code: 'unavailable' });
  await connection.close();
});

it('a message that arrives while the store is unavailable is handled later and not parked', async () => {
  await using proxy = await createTcpProxy(await testMongo());
  const broker = createMemoryBroker({ retryDelaysMs: [1, 1] });
  await using booted = await bootService(counting, {
    env: { MONGODB_URI: proxy.url },
    bus: broker.connect(),
  });
  const { bus } = booted;

  proxy.cut();
  const published = bus.publish(anEvent(countRequested, { data: { id: 'a', n: 3 } }));
  // three failed tries take longer than this only when the message waits for the store
  await sleep(12_000);
  const parked = await bus.parked.count(countQueue.queue);
  proxy.restore();
  await published;

  expect(parked).toBe(0);
  const { read } = createClient(countingApi, { baseUrl: booted.url });
  await vi.waitFor(async () => expect(await read({ params: { id: 'a' } })).toEqual({ n: 3 }));
});
