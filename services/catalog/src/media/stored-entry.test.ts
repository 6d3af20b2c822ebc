import { encodeDocument } from '@satrangi/chassis/testing';
import { draftOfKind, kindOf, MediaId, mediaTypes } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { traitsOf } from '../catalog-index/item-traits.rules.ts';
import { entryOf } from './index-entry.ts';
import { type Media, newMedia } from './media.rules.ts';
import { withDefaults } from './media-defaults.ts';
import { createStoredEntries } from './stored-entry.ts';

const file = { key: 'k', revision: '0123456789abcdef', bytes: 9, mimeType: 'audio/mpeg', pages: 0 };
const formatOf = { pdf: 'text', audio: 'audio', video: 'video' } as const;
const kinds = mediaTypes.map(({ stored }) => stored);

/** An item with a value in most of its fields. */
const mediaOf = (mediaType: (typeof kinds)[number], changes: Partial<Media> = {}): Media => {
  const kind = kindOf(mediaType);
  const draft = draftOfKind(kind).parse({
    title: 'बरसात का रजिस्टर, a title of more than forty letters',
    author: 'Asha Rao',
    director: 'Noor',
    narrator: 'Noor',
    speaker: 'Asha Rao',
    format: formatOf[kind.file],
    description: 'A hostel ledger — and what was left out of it.',
    language: 'hi',
    genres: ['Memoir', 'Essays'],
    tags: ['rain'],
    priceUSD: 2.49,
    fileFollows: true,
  });
  const mediaId = MediaId.parse(`item-of-${mediaType}`);
  const now = new Date('2026-11-30T10:00:00Z');
  return {
    ...newMedia(draft, { mediaId, mediaType: kind.stored, now, transcriptFile: null }),
    creatorId: 'somebody',
    file: { ...file, durationSeconds: 61.5, waveform: 'abc' },
    thumbnail: { ...file, width: 300, height: 450 },
    captions: [{ ...file, language: 'hi' }],
    ...changes,
  };
};
const storedOf = (media: object) => createStoredEntries()(encodeDocument(media));

it.each(kinds)('the bytes of a stored %s have the entry of the item', (type) => {
  const media = mediaOf(type);
  const { item, thumbnail, waveform, sortKey, mediaType, version, creatorId, isWithdrawn } = entryOf(media);
  const stored = storedOf(media);

  expect(stored).toMatchObject({ sortKey, mediaType, version, creatorId, isWithdrawn });
  expect(stored.item).toEqual(item);
  expect(stored.traits).toEqual(traitsOf(item));
  expect(stored.thumbnail).toEqual(thumbnail);
  expect(stored.waveform).toBe(waveform);
});

it('what is empty has the traits of the item, too', () => {
  const media = mediaOf('audio-story', { file: null, thumbnail: null, tags: [], author: null });
  const stored = storedOf(media);
  expect(stored.traits).toEqual(traitsOf(entryOf(media).item));
  expect(stored.item).toEqual(entryOf(media).item);
});

it('an item of an earlier version has the fields that were added since', () => {
  const { captions: _none, tags: _tags, preview: _preview, ...old } = mediaOf('ebook');
  const whole = withDefaults({ ...old, captions: [], tags: [], preview: null });
  expect(storedOf(old).item).toEqual(entryOf(whole).item);
  expect(storedOf(old).traits).toEqual(traitsOf(entryOf(whole).item));
});

it('a withdrawn item without a creator is read as such', () => {
  const stored = storedOf(mediaOf('ebook', { status: 'withdrawn', creatorId: null, version: 7 }));
  expect(stored).toMatchObject({ isWithdrawn: true, creatorId: null, version: 7 });
});

it('fields are found wherever they are in a document', () => {
  const entries = createStoredEntries();
  for (const media of [mediaOf('ebook'), mediaOf('magazine')]) {
    const reversed = Object.fromEntries(Object.entries(media).reverse());
    for (const document of [media, reversed, { newer: 1, ...media }])
      expect(entries(encodeDocument(document))).toMatchObject({
        sortKey: { id: media._id, title: entryOf(media).sortKey.title, createdAt: media.createdAt },
        mediaType: kindOf(media.mediaType).joined,
        version: 1,
      });
  }
});
