import type { LiveMessage } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { LiveEntry, LiveLog } from '../src/index.ts';

export type LiveUnderTest = AsyncDisposable & {
  /** Opens the same log again, like another process. */
  readonly join: () => Promise<LiveLog>;
  /** Simulates the loss of the log and its entries. */
  readonly lose: () => Promise<void>;
};

const waitOptions = { timeout: 15_000, interval: 10 };
const message = (n: number): LiveMessage => ({ type: 'ebook-updated', id: `m${n}` });
const everyone = { to: 'everyone' } as const;

const up = async (log: LiveLog): Promise<LiveLog> => {
  await vi.waitFor(() => expect(log.state()).toBe('up'), waitOptions);
  return log;
};

type OpenLive = () => Promise<LiveUnderTest>;

const testSubscriptions = (open: OpenLive): void => {
  it('every reader receives every message in order, the writer, too', async () => {
    await using log = await open();
    const [one, two] = [await up(await log.join()), await up(await log.join())];
    const received: Record<string, string[]> = { one: [], two: [] };
    one.subscribe((entry) => received.one?.push(entry.message.id));
    two.subscribe((entry) => received.two?.push(entry.message.id));

    for (let n = 0; n < 50; n += 1) await one.publish(message(n), everyone);

    const wanted = Array.from({ length: 50 }, (_, n) => `m${n}`);
    await vi.waitFor(() => expect(received).toEqual({ one: wanted, two: wanted }), waitOptions);
  });

  it('a listener that throws does not affect the others', async () => {
    await using log = await open();
    const reader = await up(await log.join());
    const received = vi.fn();
    reader.subscribe(() => {
      throw new Error('a defect');
    });
    reader.subscribe(received);

    await reader.publish(message(1), everyone);

    await vi.waitFor(() => expect(received).toHaveBeenCalledOnce(), waitOptions);
  });

  it('a closed log receives nothing and rejects publishes', async () => {
    await using log = await open();
    const [leaving, staying] = [await up(await log.join()), await up(await log.join())];
    const received = vi.fn();
    leaving.subscribe(received);

    await leaving.close();
    await staying.publish(message(1), everyone);

    expect(leaving.state()).toBe('down');
    await expect(leaving.publish(message(2), everyone)).rejects.toThrow();
    expect(received).not.toHaveBeenCalled();
  });
};

const testReplay = (open: OpenLive): void => {
  it('replays the entries after an id, once and in order', async () => {
    await using log = await open();
    const writer = await up(await log.join());
    const ids: string[] = [];
    writer.subscribe((entry) => ids.push(entry.id));
    const before = await writer.latestId();
    for (let n = 0; n < 5; n += 1) await writer.publish(message(n), { to: 'user', userId: 'asha' });
    await vi.waitFor(() => expect(ids).toHaveLength(5), waitOptions);

    const all = (await writer.replay(before)) as LiveEntry[];
    const rest = (await writer.replay(ids[2] ?? '')) as LiveEntry[];
    const none = await writer.replay(ids[4] ?? '');

    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all[0]).toEqual({ id: ids[0], message: message(0), audience: { to: 'user', userId: 'asha' } });
    expect(rest.map((entry) => entry.message.id)).toEqual(['m3', 'm4']);
    expect(none).toEqual([]);
    expect(await writer.latestId()).toBe(ids[4]);
  });

  it('answers reset for an unknown id', async () => {
    await using log = await open();
    const reader = await up(await log.join());
    await reader.publish(message(1), everyone);

    for (const id of ['', 'nonsense', 'otherepoch-1', 'otherepoch-1-0', '1-2-3-4'])
      expect(await reader.replay(id)).toBe('reset');
  });

  it('resets every reader when the log was lost, and continues', async () => {
    await using log = await open();
    const reader = await up(await log.join());
    await reader.publish(message(1), everyone);
    const before = await reader.latestId();
    const reset = vi.fn();
    const received: string[] = [];
    await vi.waitFor(async () => expect(await reader.replay(before)).toEqual([]), waitOptions);
    reader.onReset(reset);
    reader.subscribe((entry) => received.push(entry.message.id));

    await log.lose();
    await vi.waitFor(async () => {
      await reader.publish(message(2), everyone);
      expect(reset).toHaveBeenCalled();
      expect(await reader.replay(before)).toBe('reset');
    }, waitOptions);
    await reader.publish(message(3), everyone);

    await vi.waitFor(() => expect(received).toContain('m3'), waitOptions);
  });
};

/** The guarantees of every live log. Each implementation runs all of these tests. */
export const liveFeatures = (name: string, isAvailable: boolean, open: OpenLive): void => {
  describe.skipIf(!isAvailable)(`${name} live log`, () => {
    testSubscriptions(open);
    testReplay(open);
  });
};
