import { get } from 'node:http';
import { startTestServer } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { rowsOfCsv } from './document-html.ts';
import { documentRefOf, isContentHost } from './document-link.rules.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz_0123456789-abcde';

describe('a link of a document', () => {
  it.each([
    [`https://docs.google.com/document/d/${id}/edit?usp=sharing`, 'document'],
    [`https://docs.google.com/document/u/0/d/${id}/edit#heading=h.1`, 'document'],
    [`https://docs.google.com/a/house.test/spreadsheets/d/${id}`, 'spreadsheets'],
  ])('%s gives kind and id (CMS-24, CMS-39)', (link, kind) => {
    expect(documentRefOf(link)).toEqual({ kind, id });
  });

  it.each([
    `http://docs.google.com/document/d/${id}/edit`,
    `https://docs.google.com.evil.example/document/d/${id}/edit`,
    `https://evil.example/https://docs.google.com/document/d/${id}`,
    `https://docs.google.com@evil.example/document/d/${id}`,
    `https://docs.google.com:8443/document/d/${id}`,
    `https://docs.google.com\\@evil.example/document/d/${id}`,
    `https://drive.google.com/file/d/${id}/view`,
    `https://docs.google.com/presentation/d/${id}/edit`,
    `https://docs.google.com/forms/d/${id}/edit`,
    `https://docs.google.com/document/d/../../evil/${id}`,
    'https://docs.google.com/document/d/short/edit',
    `https://docs.google.com/document/d/${id}%2f..%2f..%2fx/edit`,
    'http://127.0.0.1/document/d/x',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/',
    '',
  ])('%s is none (P53)', (link) => {
    expect(documentRefOf(link)).toBeNull();
  });
});

it.each([
  ['https://doc-0s-10.googleusercontent.com/x', true],
  ['https://lh7-us.googleusercontent.com/x', true],
  ['http://lh7-us.googleusercontent.com/x', false],
  ['https://googleusercontent.com.evil.example/x', false],
  ['https://evilgoogleusercontent.com/x', false],
  ['https://lh3.googleusercontent.com:8443/x', false],
  ['https://a@lh3.googleusercontent.com/x', false],
  ['https://docs.google.com/x', false],
  ['https://127.0.0.1/x', false],
])('a redirect to %s is followed: %s (P53)', (address, isFollowed) => {
  expect(isContentHost(new URL(address))).toBe(isFollowed);
});

it.each([
  ['142.250.183.1', true],
  ['2404:6800:4009:80e::200e', true],
  ...[
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
  ].map((address) => [address, false] as const),
] as const)('%s is public: %s (P53)', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it('a name that resolves to this machine is not connected to (P53)', async () => {
  let requests = 0;
  await using server = await startTestServer((_request, response) => {
    requests += 1;
    response.end();
  });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const call = (options: object) =>
    new Promise<string>((resolve) => {
      get(url, { family: 4, ...options }, () => resolve('answered')).once('error', (error) =>
        resolve('code' in error ? String(error.code) : error.message),
      );
    });

  expect(await call({ lookup: publicLookup })).toBe('EACCES');
  expect(requests).toBe(0);
  expect(await call({})).toBe('answered');
});

it('reads comma-separated values with quotes and line breaks, at most 200 rows', () => {
  expect(rowsOfCsv('a,"b ""x"", c"\r\n\r\n"d\ne",f')).toEqual([
    ['a', 'b "x", c'],
    ['d\ne', 'f'],
  ]);
  expect(rowsOfCsv('x\n'.repeat(500))).toHaveLength(200);
});
