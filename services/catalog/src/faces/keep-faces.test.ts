import { createLog } from '@satrangi/chassis';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it, vi } from 'vitest';
import type { Face } from './faces.store.ts';
import { keepFaces } from './keep-faces.ts';
import { openTitleTexts } from './title-texts.ts';

const MINUTE = 60_000;

/** A shelf with one Hindi title, and a cutter that does what the test says. */
const keeperOf = (cut: Parameters<typeof keepFaces>[0]['cut']) => {
  const texts = openTitleTexts();
  texts.put({ item: aMediaItem({ title: 'बरसात' }) });
  const made: Face[] = [];
  let now = 0;
  const keeper = keepFaces({
    texts,
    cut,
    faces: {
      all: async () => new Map([['devanagari', made]]),
      has: async () => true,
      add: async (_script, face) => void made.push(face),
    },
    files: {
      put: async () => ({ key: 'a', sha256: 'a', bytes: 1 }),
      open: () => expect.unreachable(),
      path: () => expect.unreachable(),
      stat: async () => null,
    },
    clock: { now: () => new Date(now) },
    log: createLog('catalog', 'silent'),
    catchUp: async () => {},
  });
  return { keeper, texts, pass: (ms: number) => (now += ms) };
};
const never = new AbortController().signal;

it('titles that no face can be cut for are left alone for ten minutes, and others are not', async () => {
  const cut = vi.fn(async (): Promise<never> => {
    throw new Error('the font could not be cut');
  });
  const { keeper, texts, pass } = keeperOf(cut);

  await keeper.make(never);
  await keeper.make(never);
  expect(cut).toHaveBeenCalledTimes(1);
  texts.put({ item: aMediaItem({ title: 'रास्ता' }) });
  await keeper.make(never);
  expect(cut).toHaveBeenCalledTimes(2);
  pass(11 * MINUTE);
  await keeper.make(never);

  expect(cut).toHaveBeenCalledTimes(3);
  expect(await keeper.current()).toEqual({ faces: [] });
});

it('a service that stops is not kept waiting by a face', async () => {
  const stop = new AbortController();
  const { keeper } = keeperOf(async (_order, signal) => {
    stop.abort(new Error('stopping'));
    throw signal.reason;
  });

  await expect(keeper.make(stop.signal)).rejects.toThrow('stopping');
});

it('when nothing changed the store is not asked', async () => {
  const cut = vi.fn(async () => ({ font: new Uint8Array(1), letters: 'क' }));
  const { keeper } = keeperOf(cut);
  await keeper.make(never);
  await keeper.make(never);

  expect(cut).toHaveBeenCalledTimes(1);
  expect((await keeper.current()).faces).toMatchObject([{ script: 'devanagari', unicodeRange: 'U+915' }]);
});
