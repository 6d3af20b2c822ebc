import { type EventOf, MediaId, OrderId, type paymentSucceeded, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { grantKey, isStanding, itemsOf, libraryUpdated } from './access.rules.ts';

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
  it('gives each item and format of an order once', () => {
    const items = itemsOf(payment(['text', 'audio', 'text']));

    expect(items.map(grantKey)).toEqual(['u1:m1:text', 'u1:m1:audio']);
    expect(items[0]).toEqual({ userId, mediaId, mediaType: 'ebook', format: 'text', orderId: 'o1' });
  });
});

describe('isStanding', () => {
  it('holds until it is taken back or the loan ends', () => {
    expect(isStanding({ revokedAt: null, expiresAt: null }, now)).toBe(true);
    expect(isStanding({ revokedAt: '2025-01-01T00:00:00.000Z', expiresAt: null }, now)).toBe(false);
    expect(isStanding({ revokedAt: null, expiresAt: '2026-01-01T00:00:01.000Z' }, now)).toBe(true);
    expect(isStanding({ revokedAt: null, expiresAt: '2026-01-01T00:00:00.000Z' }, now)).toBe(false);
  });
});

describe('libraryUpdated', () => {
  it('is for the reader alone', () => {
    expect(libraryUpdated({ userId, mediaId }).audience).toEqual({ to: 'user', userId: 'u1' });
  });
});
