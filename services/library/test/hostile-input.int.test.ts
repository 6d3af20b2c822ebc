import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { type Endpoint, libraryApi } from '@satrangi/contracts';
import { beforeAll, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, stored, storedFile } from './boot-library.ts';
import { leakyBook } from './leaky-book.ts';

const admin = testUser({ userId: 'asha', role: 'ADMIN' });
const service = useFixture(bootLibrary);

/** Existing ids, well-formed codes and malformed values. */
const ids = [
  'book',
  'film',
  'asha',
  'text',
  'f'.repeat(32),
  'x'.repeat(65),
  '..%2F..%2Fetc',
  '%00',
  '%E2%82',
  '-1',
  '1e9',
];
const hostileValues: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, '', ' ', '\0', '\ud800', 'a'.repeat(5_000)],
  ...[
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '-000001-01-01T00:00:00Z',
  ],
  ...['2999-01-01T00:00:00Z', '2026-01-01T00:00:00+05:30', 'book', 'text', 'video', 'shortfilm', 'NaN', '१'],
  ...[[], {}, { $ne: null }, { $gt: '' }, [['text']], { toString: 1 }],
];

const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  putProgress: { format: 'text', page: 1, pages: 9, at: '2026-01-01T00:00:00Z', seconds: 1, duration: 9 },
  grantManually: {
    userId: 'asha',
    mediaId: 'book',
    mediaType: 'ebook',
    format: 'text',
    reason: 'x',
    expiresAt: null,
  },
};
const queries = [
  '',
  '?ticket=',
  '?token=x&token=y',
  '?ticket[$ne]=1',
  '?limit=0',
  '?limit=1e3',
  '?w=600&v=%00',
  '?format=text',
];

const send = async (endpoint: Endpoint, path: string, body?: unknown): Promise<string | null> => {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${service.url}${path}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${tokenOf(admin)}`,
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const { length } = await response.bytes();
  const type = response.headers.get('content-type') ?? '';
  const isExpected = response.status < 500 && (response.status < 400 || type.includes('json'));
  return isExpected
    ? null
    : `${endpoint.method} ${path} ${content?.slice(0, 200)}: ${response.status} ${type} ${length}`;
};

beforeAll(async () => {
  await service.deliver(mediaOf('book', { file: await stored(service, await leakyBook(10), 10) }));
  const file = { ...(await storedFile(service, 'moving', 'video/mp4')), pages: 0 };
  await service.deliver(mediaOf('film', { mediaType: 'short-film', formats: ['video'], file }));
  const items = [{ mediaId: 'book' }, ofKind('film', 'short-film', 'video')];
  await service.deliver(paid({ orderId: 'o1', userId: 'asha', items }));
});

it.each(Object.entries(libraryApi as Record<string, Endpoint>))(
  '%s answers hostile input with a 4xx JSON error, never with a server error',
  { timeout: 120_000 },
  async (name, endpoint) => {
    const failures: (string | null)[] = [];
    const all = async (requests: readonly Promise<string | null>[]): Promise<void> => {
      failures.push(...(await Promise.all(requests)));
    };
    const paths = endpoint.path.includes(':')
      ? ids.map((id) => endpoint.path.replace(/:\w+/, id).replace(/:\w+/, '1'))
      : [endpoint.path];
    for (const path of paths) await all(queries.map((query) => send(endpoint, `${path}${query}`)));
    const valid = bodies[name];
    const path = endpoint.path.replace(/:\w+/, 'book');
    for (const value of valid ? hostileValues : []) {
      const withBadField = Object.keys(valid ?? {}).map((field) => ({ ...valid, [field]: value }));
      await all([value, ...withBadField].map((body) => send(endpoint, path, body)));
    }
    expect(failures.filter(Boolean)).toEqual([]);
  },
);
