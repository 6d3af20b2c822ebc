import { expect, it } from 'vitest';
import { readIdentifier, safeNext } from './accounts.ts';
import { identityApi } from './identity.api.ts';

it.each([
  ['', 'Please provide your Phone Number or Email ID'],
  ['  ', 'Please provide your Phone Number or Email ID'],
  ['asha', 'Please enter a valid Email ID or Phone Number'],
  ['123456789', 'Please enter a valid Email ID or Phone Number'],
  ['1234567890123456', 'Please enter a valid Email ID or Phone Number'],
  ['a@b', 'Please enter a valid Email ID or Phone Number'],
])('the identifier %o is refused with its sentence', (typed, text) => {
  expect(readIdentifier(typed)).toEqual({ kind: 'invalid', text });
});

it.each([
  ['1234567890', { kind: 'phone', phone: '1234567890' }],
  ['123456789012345', { kind: 'phone', phone: '123456789012345' }],
  ['+91 (98200) 12-345', { kind: 'phone', phone: '+919820012345' }],
  [' Asha@Example.org ', { kind: 'email', email: 'asha@example.org' }],
])('the identifier %o is understood', (typed, identifier) => {
  expect(readIdentifier(typed)).toEqual(identifier);
});

it('the service says the same sentences as the form', () => {
  const first = (body: unknown) => identityApi.register.body.safeParse(body).error?.issues[0]?.message;
  const whole = { name: 'Asha', email: 'asha@example.org', password: 'secret' };

  expect(first(whole)).toBeUndefined();
  expect(first({ ...whole, email: undefined })).toBe('Please provide your Phone Number or Email ID');
  expect(first({ ...whole, email: 'asha' })).toBe('Please enter a valid Email ID or Phone Number');
  expect(first({ ...whole, name: ' ' })).toBe('Name required');
  expect(first({ ...whole, password: '' })).toBe('Password required');
  expect(first({ ...whole, password: '12345' })).toBe('Password must be at least 6 characters.');
});

it.each(['//evil.example', '/\\evil', 'https://evil.example', 'javascript:alert(1)', '', null, '/a b'])(
  'after login %o is not followed',
  (next) => {
    expect(safeNext(next)).toBe('/profile');
  },
);

it('after login a path of this site is followed', () => {
  expect(safeNext('/ebook/b1?buy=1')).toBe('/ebook/b1?buy=1');
});
