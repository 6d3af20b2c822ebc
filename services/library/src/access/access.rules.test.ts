import { type EventOf, MediaId, OrderId, type paymentSucceeded, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { grantKey, isActiveGrant, itemsOf, libraryUpdated } from './access.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const userId = UserId.parse('u1');
const mediaId = MediaId.parse('m1');

const payment = (formats: ('text' | 'audio')[]): EventOf<typeof paymentSucceeded> => ({
  specversion: '1.0',
  id: 'e1',
  type: 'payments.payment-succeeded.v1',
  source: 'payments',
  subject: 'order/o1',
  time: '2026-01-01T00:00:00.000Z',
  correlationid: 'c1',
  data: {
    orderId: OrderId.parse('o1'),
    userId,
    provider: 'stripe',
    total: { minor: 49_900, currency: 'INR' },
    items: formats.map((format) => ({ mediaId, mediaType: 'ebook', format })),
  },
});

describe('itemsOf', () => {
  it('returns each item and format of an order once', () => {
    const items = itemsOf(payment(['text', 'audio', 'text']));

    expect(items.map(grantKey)).toEqual(['u1:m1:text', 'u1:m1:audio']);
    expect(items[0]).toEqual({ userId, mediaId, mediaType: 'ebook', format: 'text', orderId: 'o1' });
  });
});

describe('isActiveGrant', () => {
  it('is true until the grant is revoked or its loan ends', () => {
    const paid = { revokedAt: null, paidBy: [OrderId.parse('o1')], gift: null };
    const lent = (expiresAt: string | null) => ({
      revokedAt: null,
      paidBy: [],
      gift: { id: 'g1', reason: 'loan', by: userId, at: '2025-12-01T00:00:00.000Z', expiresAt },
    });
    expect(isActiveGrant(paid, now)).toBe(true);
    expect(isActiveGrant({ ...paid, paidBy: [], revokedAt: '2025-01-01T00:00:00.000Z' }, now)).toBe(false);
    expect(isActiveGrant(lent(null), now)).toBe(true);
    expect(isActiveGrant(lent('2026-01-01T00:00:01.000Z'), now)).toBe(true);
    expect(isActiveGrant(lent('2026-01-01T00:00:00.000Z'), now)).toBe(false);
  });

  it('stays true after the loan ends when the item was also bought (LIB-15)', () => {
    const gift = {
      id: 'g1',
      reason: 'loan',
      by: userId,
      at: '2025-12-01T00:00:00.000Z',
      expiresAt: '2025-12-15T00:00:00.000Z',
    };
    expect(isActiveGrant({ revokedAt: null, paidBy: [OrderId.parse('o1')], gift }, now)).toBe(true);
  });
});

describe('libraryUpdated', () => {
  it('is addressed to the reader only', () => {
    expect(libraryUpdated({ userId, mediaId }).audience).toEqual({ to: 'user', userId: 'u1' });
  });
});
