import { expect, it } from 'vitest';
import { instantOf, localOf } from './india-time.ts';

it('fields show the time of India, and what was not changed keeps its seconds', () => {
  const end = '2026-12-10T18:29:59.999Z';
  expect(localOf(end)).toBe('2026-12-10T23:59');
  expect(instantOf('2026-12-10T23:59', end)).toBe(end);
  expect(instantOf('2026-12-11T23:59', end)).toBe('2026-12-11T18:29:00.000Z');
  expect(instantOf('', end)).toBe('');
  expect(localOf('')).toBe('');
});
