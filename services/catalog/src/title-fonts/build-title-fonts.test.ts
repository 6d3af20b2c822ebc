import { createLog } from '@satrangi/chassis';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it, vi } from 'vitest';
import { sortKeyOf } from '../catalog-index/sort-orders.rules.ts';
import { createTitleFontBuilder } from './build-title-fonts.ts';
import type { TitleFont } from './title-fonts.store.ts';
import { createTitleTexts } from './title-texts.ts';

const MINUTE = 60_000;

const titled = (title: string) => {
  const traits = aMediaItem({ title });
  return { traits, sortKey: sortKeyOf(traits) };
};

/** A builder for one Hindi title with the given subsetter. */
const builderWith = (subset: Parameters<typeof createTitleFontBuilder>[0]['subset']) => {
  const texts = createTitleTexts();
  texts.put(titled('बरसात'));
  const built: TitleFont[] = [];
  let now = 0;
  const builder = createTitleFontBuilder({
    texts,
    subset,
    fonts: {
      all: async () => new Map([['devanagari', built]]),
      has: async () => true,
      add: async (_script, font) => void built.push(font),
    },
    files: {
      put: async () => ({ key: 'a', sha256: 'a', bytes: 1 }),
      open: () => expect.unreachable(),
      opened: () => expect.unreachable(),
      copyTo: () => expect.unreachable(),
      withCopy: () => expect.unreachable(),
      stat: async () => null,
    },
    clock: { now: () => new Date(now) },
    log: createLog('catalog', 'silent'),
    catchUp: async () => {},
  });
  return { builder, texts, pass: (ms: number) => (now += ms) };
};
const never = new AbortController().signal;

it('a failed build is retried after ten minutes, and other titles are not delayed', async () => {
  const subset = vi.fn(async (): Promise<never> => {
    throw new Error('the font could not be subset');
  });
  const { builder, texts, pass } = builderWith(subset);

  await builder.build(never);
  await builder.build(never);
  expect(subset).toHaveBeenCalledTimes(1);
  texts.put(titled('रास्ता'));
  await builder.build(never);
  expect(subset).toHaveBeenCalledTimes(2);
  pass(11 * MINUTE);
  await builder.build(never);

  expect(subset).toHaveBeenCalledTimes(3);
  expect(await builder.current()).toEqual({ faces: [] });
});

it('a stopping service aborts the build', async () => {
  const stop = new AbortController();
  const { builder } = builderWith(async (_request, signal) => {
    stop.abort(new Error('stopping'));
    throw signal.reason;
  });

  await expect(builder.build(stop.signal)).rejects.toThrow('stopping');
});

it('nothing is built while no title has changed', async () => {
  const subset = vi.fn(async () => ({ font: new Uint8Array(1), letters: 'क' }));
  const { builder } = builderWith(subset);
  await builder.build(never);
  await builder.build(never);

  expect(subset).toHaveBeenCalledTimes(1);
  expect((await builder.current()).faces).toMatchObject([{ script: 'devanagari', unicodeRange: 'U+915' }]);
});
