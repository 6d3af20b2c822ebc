import { catalogApi, LIVE_RESET, liveTypes } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';

/** A FontFace; jsdom has none. */
class FakeFontFace {
  readonly family: string;
  readonly source: string;
  readonly descriptors: { readonly unicodeRange: string };
  status = 'unloaded';
  constructor(family: string, source: string, descriptors: { readonly unicodeRange: string }) {
    this.family = family;
    this.source = source;
    this.descriptors = descriptors;
  }
  async load(): Promise<this> {
    this.status = 'loaded';
    return this;
  }
}

const { dataset } = document.documentElement;
let onPage: Set<FakeFontFace>;
let opened: ReturnType<typeof stubEventSource>;
const filesOnPage = () => [...onPage].map(({ source }) => /title-faces\/(\w+)/.exec(source)?.[1]);

type FontFile = { readonly script: 'urdu' | 'tamil'; readonly file: string };
const fontOf = ({ script, file }: FontFile) => ({
  script,
  url: `/api/title-faces/${file}`,
  unicodeRange: 'U+627,U+62F',
  bytes: 5_000,
});

/** From then on the page receives live updates. */
const isListening = () => waitFor(() => expect(opened).toHaveLength(1));

/** Starts title fonts as on a page that has just opened. */
const setUpTitleFonts = async (respond: () => readonly FontFile[] | Promise<readonly FontFile[]>) => {
  const shop = plays(catalogApi, {
    listTitleFonts: async () => ({ faces: (await respond()).map(fontOf) }),
  });
  const fetched = vi.fn(fakeServer(shop));
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  const { preferences } = await import('./preferences.ts');
  const { followTitleFonts } = await import('./title-fonts.ts');
  return { fetched, preferences, follow: followTitleFonts };
};
beforeEach(() => {
  delete dataset.titleFonts;
  onPage = new Set();
  opened = stubEventSource();
  vi.stubGlobal('FontFace', FakeFontFace);
  Object.assign(document, { fonts: onPage });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
});

it('titles get the fonts of their scripts, each for its code points only', async () => {
  const { follow } = await setUpTitleFonts(() => [
    { script: 'urdu', file: 'u1' },
    { script: 'tamil', file: 't1' },
  ]);

  follow();

  await isListening();
  expect(dataset.titleFonts).toBe('');
  expect([...onPage]).toEqual([
    expect.objectContaining({
      family: 'Titles Nastaliq',
      source: 'url(/api/title-faces/u1) format("woff2")',
      descriptors: { display: 'swap', unicodeRange: 'U+627,U+62F', weight: '400 800' },
    }),
    expect.objectContaining({ family: 'Titles Tamil' }),
  ]);
});

it('full fonts wait for the response, but not for long', async () => {
  vi.useFakeTimers();
  const { follow } = await setUpTitleFonts(() => new Promise(() => {}));

  follow();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(dataset.titleFonts).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);

  expect(dataset.titleFonts).toBe('');
});

it('without a response the full fonts are used', async () => {
  const { follow } = await setUpTitleFonts(() => {
    throw new Error('away');
  });

  follow();

  await isListening();
  expect(dataset.titleFonts).toBe('');
  expect(onPage.size).toBe(0);
});

it.each([liveTypes.titleFontsUpdated, LIVE_RESET])(
  'after %s a changed font replaces the one before',
  async (type) => {
    let file = 'u1';
    const { follow, fetched } = await setUpTitleFonts(() => [
      { script: 'urdu', file },
      { script: 'tamil', file: 't1' },
    ]);
    follow();
    await waitFor(() => expect(opened).toHaveLength(1));
    const [before] = onPage;
    await before?.load();

    file = 'u2';
    sendToAll(opened, type);

    await waitFor(() => expect(filesOnPage()).toEqual(['t1', 'u2']));
    expect([...onPage].at(-1)?.status).toBe('loaded');
    expect(fetched).toHaveBeenCalledTimes(2);
  },
);

it('a script that is missing from a response keeps its font', async () => {
  let faces: readonly FontFile[] = [{ script: 'urdu', file: 'u1' }];
  const { follow, fetched } = await setUpTitleFonts(() => faces);
  follow();
  await isListening();

  faces = [];
  sendToAll(opened, liveTypes.titleFontsUpdated);

  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(filesOnPage()).toEqual(['u1']);
});

it('with data saver nothing is requested until it is switched off', async () => {
  const { follow, fetched, preferences } = await setUpTitleFonts(() => [{ script: 'urdu', file: 'u1' }]);
  preferences.change({ dataSaver: true });

  follow();
  expect(fetched).not.toHaveBeenCalled();
  preferences.change({ dataSaver: false });

  await isListening();
  expect(filesOnPage()).toEqual(['u1']);
});
