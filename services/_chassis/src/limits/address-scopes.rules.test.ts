import { expect, it } from 'vitest';
import { scopesOf } from './address-scopes.rules.ts';

const prefixes = (address: string) => scopesOf(address).map(({ prefix }) => prefix);

it('counts an IPv4 address alone, in every notation', () => {
  expect(prefixes('203.0.113.9')).toEqual(['203.0.113.9']);
  expect(prefixes('::ffff:203.0.113.9')).toEqual(['203.0.113.9']);
  expect(prefixes('0:0:0:0:0:ffff:cb00:7109')).toEqual(['203.0.113.9']);
});

it('counts an IPv6 address under its /64, /56 and /48, each with a larger budget', () => {
  expect(scopesOf('2001:db8:7:1234:5::6')).toEqual([
    { prefix: '2001:db8:7:1234:0:0:0:0/64', factor: 1 },
    { prefix: '2001:db8:7:1200:0:0:0:0/56', factor: 2 },
    { prefix: '2001:db8:7:0:0:0:0:0/48', factor: 4 },
  ]);
});

it.each([
  ['2001:db8:7:12ab::1', '2001:0db8:0007:12ab:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::2'],
  ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109'],
])('counts %s and %s together', (a, b) => {
  expect(scopesOf(a)).toEqual(scopesOf(b));
});

it('returns text that is not an address unchanged', () => {
  for (const odd of ['unknown', '', '1:2:3', 'x::']) expect(prefixes(odd)).toEqual([odd]);
});
