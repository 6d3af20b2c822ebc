import { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { type LiveLog, openLiveLog } from '../src/index.ts';
import { createMemoryLive } from '../src/live/memory.ts';
import { liveFeatures } from './live.features.ts';
import { cuttableWire, hasRedis, REDIS_URL, uniquePrefix } from './support.ts';

const calm = { timeout: 15_000, interval: 10 };

liveFeatures('in-process', true, async () => {
  const log = createMemoryLive();
  return {
    join: async () => log.open(),
    forget: async () => log.forget(),
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
    forget: async () => void (await clean()),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(members.map((log) => log.close()));
      await clean();
      admin.disconnect();
    },
  };
};

liveFeatures('Redis', hasRedis, openRedis);

it.skipIf(!hasRedis)('hears after a cut what was said during it', async () => {
  await using wire = await cuttableWire(REDIS_URL);
  await using log = await openRedis(wire.url);
  const reader = await log.join();
  const writer = await openLiveLog(REDIS_URL, { prefix: log.prefix });
  await vi.waitFor(() => expect([reader.state(), writer.state()]).toEqual(['up', 'up']), calm);
  const heard: string[] = [];
  const reset = vi.fn();
  reader.hear((entry) => heard.push(entry.message.id));
  reader.onReset(reset);
  await writer.say({ type: 'ebook-updated', id: 'before' }, { to: 'everyone' });
  await vi.waitFor(() => expect(heard).toEqual(['before']), calm);

  wire.cut();
  await vi.waitFor(() => expect(reader.state()).toBe('down'), calm);
  await expect(reader.say({ type: 'ebook-updated', id: 'lost' }, { to: 'everyone' })).rejects.toThrow();
  await writer.say({ type: 'ebook-updated', id: 'during' }, { to: 'everyone' });
  wire.mend();

  await vi.waitFor(() => expect(heard).toEqual(['before', 'during']), calm);
  expect(reset).not.toHaveBeenCalled();
  await writer.close();
});

it.skipIf(!hasRedis)('says so when a cut was too long to be replayed', async () => {
  await using wire = await cuttableWire(REDIS_URL);
  await using log = await openRedis(wire.url);
  const reader = await log.join();
  const writer = await openLiveLog(REDIS_URL, { prefix: log.prefix });
  await vi.waitFor(() => expect([reader.state(), writer.state()]).toEqual(['up', 'up']), calm);
  const reset = vi.fn();
  reader.onReset(reset);
  await writer.say({ type: 'ebook-updated', id: 'before' }, { to: 'everyone' });

  wire.cut();
  await writer.say({ type: 'ebook-updated', id: 'during' }, { to: 'everyone' });
  await log.admin.xtrim(`${log.prefix}live`, 'MAXLEN', 0);
  wire.mend();

  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce(), calm);
  await writer.close();
});
