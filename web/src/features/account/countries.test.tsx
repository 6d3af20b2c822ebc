import { expect, it } from 'vitest';
import { countries } from './countries.ts';

it('the list of countries contains each current country once, by name', () => {
  const list = countries();
  const names = list.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(list).toContainEqual({ code: 'IN', name: 'India' });
  expect(list).toContainEqual({ code: 'GB', name: 'United Kingdom' });
  expect(list.some(({ code }) => ['DD', 'SU', 'UK', 'ZZ', 'EU'].includes(code))).toBe(false);
  expect(list.length).toBeGreaterThan(230);
});
