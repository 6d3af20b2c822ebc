import { MediaId, OrderId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { type Media, pdfOf, sampleOf, standingOf } from './media.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
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
const mine = { revokedAt: null, paidBy: [OrderId.parse('o1')], gift: null };
const returned = { revokedAt: '2025-12-31T00:00:00.000Z', paidBy: [], gift: null };

describe('standingOf', () => {
  it.each([
    ['shown and not bought', item(), [], 'locked'],
    ['bought', item(), [mine], 'owned'],
    ['bought and withdrawn', item({ status: 'withdrawn' }), [mine], 'owned'],
    ['bought and not heard of yet', null, [mine], 'owned'],
    ['taken back', item(), [returned], 'locked'],
    ['withdrawn', item({ status: 'withdrawn' }), [], 'unknown'],
    ['withdrawn and free', item({ status: 'withdrawn', priceINR: 0 }), [], 'unknown'],
    ['never heard of', null, [], 'unknown'],
    ['free in rupees', item({ priceINR: 0 }), [], 'open'],
    ['free in dollars', item({ priceINR: null, priceUSD: 0 }), [], 'open'],
    ['without any price', item({ priceINR: null }), [], 'locked'],
  ])('an item that is %s', (_name, media, grants, standing) => {
    expect(standingOf(media, grants, now)).toBe(standing);
  });

  it('opens a free item in the formats it has', () => {
    expect(standingOf(item({ priceINR: 0 }), [], now, 'text')).toBe('open');
    expect(standingOf(item({ priceINR: 0 }), [], now, 'audio')).toBe('locked');
  });
});

describe('sampleOf', () => {
  it.each([
    [34, null, 3],
    [9, null, 1],
    [1, null, 1],
    [34, 12, 12],
    [5, 12, 5],
  ])('of %i pages with the editor’s number %s has %i', (pages, previewPages, expected) => {
    expect(sampleOf(item({ file: { ...file, pages }, previewPages }))?.pages).toBe(expected);
  });

  it('is nothing for withdrawn items, other files, no file and no page', () => {
    expect(sampleOf(item({ status: 'withdrawn' }))).toBeNull();
    expect(sampleOf(item({ file: { ...file, mimeType: 'audio/mpeg' } }))).toBeNull();
    expect(sampleOf(item({ file: null }))).toBeNull();
    expect(sampleOf(item({ previewPages: 0 }))).toBeNull();
    expect(sampleOf(item({ file: { ...file, pages: 0 } }))).toBeNull();
    expect(pdfOf(item({ status: 'withdrawn' }))).toEqual(file);
  });
});
