import { catalogApi, LIVE_RESET, liveTypes } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStreams, tellAll } from '../testing/streams.ts';

/** A face as browsers make it; jsdom has no letters. */
class Face {
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
let onPage: Set<Face>;
let opened: ReturnType<typeof stubStreams>;
const filesOnPage = () => [...onPage].map(({ source }) => /title-faces\/(\w+)/.exec(source)?.[1]);

type Cut = { readonly script: 'urdu' | 'tamil'; readonly file: string };
const face = ({ script, file }: Cut) => ({
  script,
  url: `/api/title-faces/${file}`,
  unicodeRange: 'U+627,U+62F',
  bytes: 5_000,
});

/** By then the page hears of what is cut anew. */
const isListening = () => waitFor(() => expect(opened).toHaveLength(1));

/** Follows the faces of a shop from the beginning, as a page that just opened. */
const followFaces = async (answer: () => readonly Cut[] | Promise<readonly Cut[]>) => {
  const shop = plays(catalogApi, {
    listTitleFaces: async () => ({ faces: (await answer()).map(face) }),
  });
  const fetched = vi.fn(fakeServer(shop));
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  const { preferences } = await import('./preferences.ts');
  const { followTitleFaces } = await import('./title-faces.ts');
  return { fetched, preferences, follow: followTitleFaces };
};
beforeEach(() => {
  delete dataset.faces;
  onPage = new Set();
  opened = stubStreams();
  vi.stubGlobal('FontFace', Face);
  Object.assign(document, { fonts: onPage });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
});

it('titles get the faces that were cut to them, each for its letters only', async () => {
  const { follow } = await followFaces(() => [
    { script: 'urdu', file: 'u1' },
    { script: 'tamil', file: 't1' },
  ]);

  follow();

  await isListening();
  expect(dataset.faces).toBe('');
  expect([...onPage]).toEqual([
    expect.objectContaining({
      family: 'Titles Nastaliq',
      source: 'url(/api/title-faces/u1) format("woff2")',
      descriptors: { display: 'swap', unicodeRange: 'U+627,U+62F', weight: '400 800' },
    }),
    expect.objectContaining({ family: 'Titles Tamil' }),
  ]);
});

it('the faces of whole scripts wait for the answer, but not for long', async () => {
  vi.useFakeTimers();
  const { follow } = await followFaces(() => new Promise(() => {}));

  follow();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(dataset.faces).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);

  expect(dataset.faces).toBe('');
});

it('without an answer the faces of whole scripts stand in', async () => {
  const { follow } = await followFaces(() => {
    throw new Error('away');
  });

  follow();

  await isListening();
  expect(dataset.faces).toBe('');
  expect(onPage.size).toBe(0);
});

it.each([liveTypes.titleFacesUpdated, LIVE_RESET])(
  'after %s a face that changed takes the place of the one before',
  async (type) => {
    let file = 'u1';
    const { follow, fetched } = await followFaces(() => [
      { script: 'urdu', file },
      { script: 'tamil', file: 't1' },
    ]);
    follow();
    await waitFor(() => expect(opened).toHaveLength(1));
    const [before] = onPage;
    await before?.load();

    file = 'u2';
    tellAll(opened, type);

    await waitFor(() => expect(filesOnPage()).toEqual(['t1', 'u2']));
    expect([...onPage].at(-1)?.status).toBe('loaded');
    expect(fetched).toHaveBeenCalledTimes(2);
  },
);

it('a script that is left out for a moment keeps the face it has', async () => {
  let faces: readonly Cut[] = [{ script: 'urdu', file: 'u1' }];
  const { follow, fetched } = await followFaces(() => faces);
  follow();
  await isListening();

  faces = [];
  tellAll(opened, liveTypes.titleFacesUpdated);

  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(filesOnPage()).toEqual(['u1']);
});

it('with data saver nothing is asked until it is switched off', async () => {
  const { follow, fetched, preferences } = await followFaces(() => [{ script: 'urdu', file: 'u1' }]);
  preferences.change({ dataSaver: true });

  follow();
  expect(fetched).not.toHaveBeenCalled();
  preferences.change({ dataSaver: false });

  await isListening();
  expect(filesOnPage()).toEqual(['u1']);
});
