import { expect, it } from 'vitest';
import { isIdempotencyKey } from './request-key.ts';

it('idempotency keys are printable and not too long', () => {
  expect(['k', 'a'.repeat(255), '550e8400-e29b-41d4-a716-446655440000'].every(isIdempotencyKey)).toBe(true);
  expect(['', 'a'.repeat(256), 'a b', 'ä', 'a\n'].some(isIdempotencyKey)).toBe(false);
});
