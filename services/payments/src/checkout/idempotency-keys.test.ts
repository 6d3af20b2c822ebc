import { PaymentRequest } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { derivedIdempotencyKey } from './idempotency-keys.ts';

const request = (more: object = {}) => PaymentRequest.parse({ items: [{ media: 'm1' }], ...more });

it('requests without a key get the same key for the same person, items in any order, country and minute', () => {
  const at = new Date('2026-11-20T10:00:59Z');
  const two = request({ items: [{ media: 'a' }, { media: 'b' }] });
  const turned = request({ items: [{ ebookId: 'b' }, { id: 'a' }], email: 'x@example.org' });

  expect(derivedIdempotencyKey(two, 'u1', at)).toBe(
    derivedIdempotencyKey(turned, 'u1', new Date('2026-11-20T10:00:01Z')),
  );
  expect(derivedIdempotencyKey(two, 'u1', at)).not.toBe(derivedIdempotencyKey(two, 'u2', at));
  expect(derivedIdempotencyKey(two, 'u1', at)).not.toBe(derivedIdempotencyKey(request(), 'u1', at));
  expect(derivedIdempotencyKey(two, 'u1', at)).not.toBe(
    derivedIdempotencyKey(two, 'u1', new Date('2026-11-20T10:01:00Z')),
  );
});
