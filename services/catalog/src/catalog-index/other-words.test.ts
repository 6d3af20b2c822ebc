import { MediaId, type MediaItem, SearchQuery } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { entryOfItem } from '../media/index-entry.ts';
import { createCatalogIndex } from './read-model.ts';

const items: Readonly<Record<string, Partial<MediaItem>>> = {
  poems: { title: 'Nilavin Niram', mediaType: 'ebook', language: 'ta', genres: ['Poetry'], isFree: false },
  swing: { title: 'Oonjal', mediaType: 'audiostory', language: 'ta', genres: ['Poetry'], isFree: true },
  tales: { title: 'Seven Ways', mediaType: 'ebook', language: 'hi', genres: ['Short stories'] },
  kite: { title: 'The Kite', mediaType: 'shortfilm', language: 'en', genres: ['Animation'], tags: ['women'] },
  cloth: { title: 'Cloth', mediaType: 'documentary', language: 'bn', genres: ['Craft'] },
  press: { title: 'Verandah', mediaType: 'magazine', language: 'en', genres: ['Quarterly'] },
  voice: { title: 'Telephone', mediaType: 'oralhistory', language: 'mr', genres: ['Testimony'] },
  reel: { title: 'Film Posters', mediaType: 'ebook', language: 'en', genres: ['History'] },
};
const index = createCatalogIndex();
for (const [id, item] of Object.entries(items))
  index.put(
    entryOfItem(aMediaItem({ _id: MediaId.parse(id), tags: [], isFree: false, ...item }), {
      creatorId: null,
      version: 1,
      isWithdrawn: false,
    }),
  );

it.each([
  ['documentaries', ['cloth']],
  ['documentary', ['cloth']],
  ['documantary', ['cloth']],
  ['audio story', ['swing']],
  ['audiobooks', ['swing', 'voice']],
  ['oral histories', ['voice']],
  ['zines', ['press']],
  ['mag', ['press']],
  ['poem', ['poems', 'swing']],
  ['poems', ['poems', 'swing']],
  ['free tamil poem', ['swing']],
  ['தமிழ் கவிதை', ['poems', 'swing']],
  ['hindi story', ['tales']],
  ['हिन्दी कहानी', ['tales']],
  ['bengali', ['cloth']],
  ['বাংলা', ['cloth']],
  ['marathi', ['voice']],
  ['lesbian', ['kite']],
])('%s finds titles by their kind, genre or language', (q, ids) => {
  const page = index.list(SearchQuery.parse({ q }));
  expect(page?.items.map(({ _id }) => _id).toSorted()).toEqual(ids);
});

it.each(['film', 'films'])('%s in a title comes before films', (q) => {
  const found = index.list(SearchQuery.parse({ q }))?.items.map(({ _id }) => String(_id)) ?? [];
  expect(found[0]).toBe('reel');
  expect(found.slice(1).toSorted()).toEqual(['cloth', 'kite']);
});

it('movies are films', () => {
  const found = index.list(SearchQuery.parse({ q: 'movies' }))?.items.map(({ _id }) => String(_id));
  expect(found?.toSorted()).toEqual(['cloth', 'kite', 'reel']);
});
