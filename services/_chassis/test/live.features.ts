import type { LiveMessage } from '@satrangi/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { LiveEntry, LiveLog } from '../src/index.ts';

export type LiveUnderTest = AsyncDisposable & {
  /** Another reader and writer of the same log, as another process would be. */
  readonly join: () => Promise<LiveLog>;
  /** As if the log had been lost with everything in it. */
  readonly forget: () => Promise<void>;
};

const calm = { timeout: 15_000, interval: 10 };
const message = (n: number): LiveMessage => ({ type: 'ebook-updated', id: `m${n}` });
const everyone = { to: 'everyone' } as const;

const up = async (log: LiveLog): Promise<LiveLog> => {
  await vi.waitFor(() => expect(log.state()).toBe('up'), calm);
  return log;
};

/** What every live log must do, whatever keeps it. Each one runs this whole list. */
export const liveFeatures = (name: string, isThere: boolean, open: () => Promise<LiveUnderTest>): void => {
  describe.skipIf(!isThere)(`${name} live log`, () => {
    it('every reader hears every message in order, the writer too', async () => {
      await using log = await open();
      const [one, two] = [await up(await log.join()), await up(await log.join())];
      const heard: Record<string, string[]> = { one: [], two: [] };
      one.hear((entry) => heard.one?.push(entry.message.id));
      two.hear((entry) => heard.two?.push(entry.message.id));

      for (let n = 0; n < 50; n += 1) await one.say(message(n), everyone);

      const wanted = Array.from({ length: 50 }, (_, n) => `m${n}`);
      await vi.waitFor(() => expect(heard).toEqual({ one: wanted, two: wanted }), calm);
    });

    it('replays what came after an id, once and in order', async () => {
      await using log = await open();
      const writer = await up(await log.join());
      const ids: string[] = [];
      writer.hear((entry) => ids.push(entry.id));
      const before = await writer.latestId();
      for (let n = 0; n < 5; n += 1) await writer.say(message(n), { to: 'user', userId: 'asha' });
      await vi.waitFor(() => expect(ids).toHaveLength(5), calm);

      const all = (await writer.replay(before)) as LiveEntry[];
      const rest = (await writer.replay(ids[2] ?? '')) as LiveEntry[];
      const none = await writer.replay(ids[4] ?? '');

      expect(all.map(({ id }) => id)).toEqual(ids);
      expect(all[0]).toEqual({ id: ids[0], message: message(0), audience: { to: 'user', userId: 'asha' } });
      expect(rest.map((entry) => entry.message.id)).toEqual(['m3', 'm4']);
      expect(none).toEqual([]);
      expect(await writer.latestId()).toBe(ids[4]);
    });

    it('answers reset for an id it does not know', async () => {
      await using log = await open();
      const reader = await up(await log.join());
      await reader.say(message(1), everyone);

      for (const id of ['', 'nonsense', 'otherepoch-1', 'otherepoch-1-0', '1-2-3-4'])
        expect(await reader.replay(id)).toBe('reset');
    });

    it('tells every reader to start over when the log was lost, and goes on', async () => {
      await using log = await open();
      const reader = await up(await log.join());
      await reader.say(message(1), everyone);
      const before = await reader.latestId();
      const reset = vi.fn();
      const heard: string[] = [];
      await vi.waitFor(async () => expect(await reader.replay(before)).toEqual([]), calm);
      reader.onReset(reset);
      reader.hear((entry) => heard.push(entry.message.id));

      await log.forget();
      await vi.waitFor(async () => {
        await reader.say(message(2), everyone);
        expect(reset).toHaveBeenCalled();
        expect(await reader.replay(before)).toBe('reset');
      }, calm);
      await reader.say(message(3), everyone);

      await vi.waitFor(() => expect(heard).toContain('m3'), calm);
    });

    it('a listener that throws costs the others nothing', async () => {
      await using log = await open();
      const reader = await up(await log.join());
      const heard = vi.fn();
      reader.hear(() => {
        throw new Error('a defect');
      });
      reader.hear(heard);

      await reader.say(message(1), everyone);

      await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), calm);
    });

    it('a closed log hears and says nothing', async () => {
      await using log = await open();
      const [leaving, staying] = [await up(await log.join()), await up(await log.join())];
      const heard = vi.fn();
      leaving.hear(heard);

      await leaving.close();
      await staying.say(message(1), everyone);

      expect(leaving.state()).toBe('down');
      await expect(leaving.say(message(2), everyone)).rejects.toThrow();
      expect(heard).not.toHaveBeenCalled();
    });
  });
};
