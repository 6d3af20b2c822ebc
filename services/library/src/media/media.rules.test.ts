import { MediaId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { type Media, pdfOf, sampleOf } from './media.rules.ts';

const file = { key: 'k', revision: 'r', bytes: 9, pages: 34, mimeType: 'application/pdf' };
const item = (changes: Partial<Media> = {}): Media => ({
  _id: MediaId.parse('m1'),
  mediaType: 'ebook',
  version: 1,
  status: 'published',
  title: 'T',
  creator: 'C',
  language: 'hi',
  formats: ['text'],
  cover: null,
  thumbnailUrl: null,
  priceINR: 499,
  priceUSD: null,
  file,
  previewPages: null,
  ...changes,
});
describe('sampleOf', () => {
  it.each([
    [34, null, 3],
    [9, null, 1],
    [1, null, 1],
    [34, 12, 12],
    [5, 12, 5],
  ])('of %i pages with a page limit of %s has %i', (pages, previewPages, expected) => {
    expect(sampleOf(item({ file: { ...file, pages }, previewPages }))?.pages).toBe(expected);
  });

  it('is null for withdrawn items, other file types, no file and zero pages', () => {
    expect(sampleOf(item({ status: 'withdrawn' }))).toBeNull();
    expect(sampleOf(item({ file: { ...file, mimeType: 'audio/mpeg' } }))).toBeNull();
    expect(sampleOf(item({ file: null }))).toBeNull();
    expect(sampleOf(item({ previewPages: 0 }))).toBeNull();
    expect(sampleOf(item({ file: { ...file, pages: 0 } }))).toBeNull();
    expect(pdfOf(item({ status: 'withdrawn' }))).toEqual(file);
  });
});
