import { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { type LiveLog, openLiveLog } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { liveFeatures } from './live.features.ts';
import { createTcpProxy, hasRedis, REDIS_URL, uniquePrefix } from './support.ts';

const waitOptions = { timeout: 15_000, interval: 10 };

liveFeatures('in-process', true, async () => {
  const log = createMemoryLive();
  return {
    join: async () => log.open(),
    lose: async () => log.reset(),
    [Symbol.asyncDispose]: async () => {},
  };
});

const openRedis = async (url = REDIS_URL) => {
  const prefix = uniquePrefix();
  const admin = new Redis(REDIS_URL);
  const members: LiveLog[] = [];
  const clean = () => admin.del(`${prefix}live`, `${prefix}live:epoch`);
  return {
    admin,
    prefix,
    join: async () => {
      const log = await openLiveLog(url, { prefix });
      members.push(log);
      return log;
    },
    lose: async () => void (await clean()),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(members.map((log) => log.close()));
      await clean();
      admin.disconnect();
    },
  };
};

liveFeatures('Redis', hasRedis, openRedis);

it.skipIf(!hasRedis)('receives the messages of a lost connection after it', async () => {
  await using proxy = await createTcpProxy(REDIS_URL);
  await using log = await openRedis(proxy.url);
  const reader = await log.join();
  const writer = await openLiveLog(REDIS_URL, { prefix: log.prefix });
  await vi.waitFor(() => expect([reader.state(), writer.state()]).toEqual(['up', 'up']), waitOptions);
  const received: string[] = [];
  const reset = vi.fn();
  reader.subscribe((entry) => received.push(entry.message.id));
  reader.onReset(reset);
  await writer.publish({ type: 'ebook-updated', id: 'before' }, { to: 'everyone' });
  await vi.waitFor(() => expect(received).toEqual(['before']), waitOptions);

  proxy.cut();
  await vi.waitFor(() => expect(reader.state()).toBe('down'), waitOptions);
  await expect(reader.publish({ type: 'ebook-updated', id: 'lost' }, { to: 'everyone' })).rejects.toThrow();
  await writer.publish({ type: 'ebook-updated', id: 'during' }, { to: 'everyone' });
  proxy.restore();

  await vi.waitFor(() => expect(received).toEqual(['before', 'during']), waitOptions);
  expect(reset).not.toHaveBeenCalled();
  await writer.close();
});

it.skipIf(!hasRedis)('subscribes again after a subscription that failed', async () => {
  const name = `live-${process.pid}-${Date.now()}`;
  await using log = await openRedis(REDIS_URL.replace('://', `://${name}:secret@`));
  const { admin } = log;
  await admin.call('ACL', 'SETUSER', name, 'on', '>secret', '~*', '&*', '+@all', '-subscribe');
  try {
    const reader = await log.join();
    const received: string[] = [];
    reader.subscribe((entry) => received.push(entry.message.id));
    const refused = () => admin.call('ACL', 'LOG').then((rows) => JSON.stringify(rows).includes(name));
    await vi.waitFor(async () => expect(await refused()).toBe(true), waitOptions);
    expect(reader.state()).toBe('down');

    await admin.call('ACL', 'SETUSER', name, '+subscribe');
    await vi.waitFor(() => expect(reader.state()).toBe('up'), waitOptions);
    await reader.publish({ type: 'ebook-updated', id: 'heard' }, { to: 'everyone' });
    await vi.waitFor(() => expect(received).toEqual(['heard']), waitOptions);
  } finally {
    await admin.call('ACL', 'DELUSER', name);
  }
});

it.skipIf(!hasRedis)('resets readers when messages of a lost connection cannot be replayed', async () => {
  await using proxy = await createTcpProxy(REDIS_URL);
  await using log = await openRedis(proxy.url);
  const reader = await log.join();
  const writer = await openLiveLog(REDIS_URL, { prefix: log.prefix });
  await vi.waitFor(() => expect([reader.state(), writer.state()]).toEqual(['up', 'up']), waitOptions);
  const reset = vi.fn();
  reader.onReset(reset);
  await writer.publish({ type: 'ebook-updated', id: 'before' }, { to: 'everyone' });

  proxy.cut();
  await writer.publish({ type: 'ebook-updated', id: 'during' }, { to: 'everyone' });
  await log.admin.xtrim(`${log.prefix}live`, 'MAXLEN', 0);
  proxy.restore();

  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce(), waitOptions);
  await writer.close();
});
