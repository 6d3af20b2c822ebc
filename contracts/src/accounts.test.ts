import { describe, expect, it } from 'vitest';
import { hasControls, maskedEmail, normaliseEmail, readIdentifier, safeNext } from './accounts.ts';
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
])('the identifier %o is parsed', (typed, identifier) => {
  expect(readIdentifier(typed)).toEqual(identifier);
});

it('the service and the form use the same sentences', () => {
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

describe('normaliseEmail', () => {
  it.each([
    ['capitals and outer spaces', ' Asha@Example.ORG '],
    ['full-width letters', 'ａｓｈａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
    ['a soft hyphen', 'as\u00ADha@exam\u00ADple.org'],
    ['zero width characters', 'a\u200Bs\u200Ch\u200Da@\u2060example\uFEFF.org'],
    ['direction marks', '\u202Aasha@example.org\u202C\u200E'],
    ['invisible fillers and selectors', 'asha\u3164\uFE0F@example.org'],
    ['an ideographic dot', 'asha@example。org'],
  ])('has one spelling for %s', (_, text) => {
    expect(normaliseEmail(text)).toBe('asha@example.org');
  });

  it('writes a domain in ASCII, however it was typed', () => {
    const typed = [
      'asha@bücher.example',
      'asha@BÜCHER.example',
      'asha@bu\u0308cher.example',
      'asha@xn--bcher-kva.example',
    ];
    expect(new Set(typed.map(normaliseEmail))).toEqual(new Set(['asha@xn--bcher-kva.example']));
    expect(normaliseEmail('आशा@उदाहरण.भारत')).toMatch(/^आशा@xn--[\w-]+\.xn--[\w-]+$/);
  });

  it.each(['a.b+c_d@sub-1.example.co.in', "o'hara@example.org", 'x@127.0.0.01', 'x@a_b.example'])(
    'leaves the ASCII address %s as it is',
    (text) => {
      expect(normaliseEmail(text)).toBe(text);
    },
  );

  it.each([
    '',
    '@example.org',
    'asha@',
    'asha@example',
    'a\r\nBcc: x@example.org',
    'a\u0000b@example.org',
    'asha\u0085@example.org',
    'asha@exämple.org/path.xy',
    'asha@exämple.org:25.xy',
    'asha@é.1.22',
    'asha@leela@exämple.org',
    '\u00AD@example.org',
    `${'ａ'.repeat(65)}@example.org`,
  ])('refuses %j', (text) => {
    expect(normaliseEmail(text)).toBeNull();
  });

  it('is idempotent', () => {
    for (const text of [
      'ﬁ@ﬀ.example',
      'İ@example.org',
      'Å\u0301\u00AD\u0323@example.org',
      'ẛ̣@bücher.example',
    ]) {
      const once = normaliseEmail(text) ?? '';
      expect(once).not.toBe('');
      expect(normaliseEmail(once)).toBe(once);
    }
  });
});

it('a name has no line break and no control character; joiners of Indian scripts stay', () => {
  for (const text of ['Asha\r\nBcc: x', 'Asha\n', 'A\u0000', 'A\u0085', 'A\u2028B', 'A\tB', '\u007F'])
    expect(hasControls(text)).toBe(true);
  for (const text of ['Asha', 'क्\u200Dष', 'نمی\u200Cخواهم', 'Zoë O’Hara-Rao'])
    expect(hasControls(text)).toBe(false);
});

it.each([
  ['asha@gmail.com', 'a•••@g•••'],
  ['अ.shah@example.org', 'अ•••@e•••'],
])('masks %s as %s', (email, masked) => expect(maskedEmail(email)).toBe(masked));
