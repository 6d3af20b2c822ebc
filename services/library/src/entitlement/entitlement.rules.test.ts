import { MediaId, OrderId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import type { Media } from '../media/media.rules.ts';
import { entitlementOf } from './entitlement.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
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
  file: null,
  previewPages: null,
  ...changes,
});
const mine = { revokedAt: null, paidBy: [OrderId.parse('o1')], gift: null };
const revoked = { revokedAt: '2025-12-31T00:00:00.000Z', paidBy: [], gift: null };

describe('entitlementOf', () => {
  it.each([
    ['published and not bought', item(), [], 'locked'],
    ['bought', item(), [mine], 'owned'],
    ['bought and withdrawn', item({ status: 'withdrawn' }), [mine], 'owned'],
    ['bought and not yet projected', null, [mine], 'owned'],
    ['revoked', item(), [revoked], 'locked'],
    ['withdrawn', item({ status: 'withdrawn' }), [], 'unknown'],
    ['withdrawn and free', item({ status: 'withdrawn', priceINR: 0 }), [], 'unknown'],
    ['not projected', null, [], 'unknown'],
    ['free in rupees', item({ priceINR: 0 }), [], 'open'],
    ['free in dollars', item({ priceINR: null, priceUSD: 0 }), [], 'open'],
    ['without a price', item({ priceINR: null }), [], 'locked'],
  ])('an item that is %s', (_name, media, grants, entitlement) => {
    expect(entitlementOf(media, grants, now)).toBe(entitlement);
  });

  it('opens a free item only in its own formats', () => {
    expect(entitlementOf(item({ priceINR: 0 }), [], now, 'text')).toBe('open');
    expect(entitlementOf(item({ priceINR: 0 }), [], now, 'audio')).toBe('locked');
  });
});
