import type { LiveEntry } from '@satrangi/chassis';
import { changeMarkOf, readOwnWrites } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { createRecentChanges } from '../src/response-cache/recent-changes.ts';
import { createRouteTable } from '../src/routing/route-table.ts';
import { publishSigningKeys } from './event-stream-client.ts';
import type { Fixture } from './fixture.ts';

type Env = Record<string, string>;

/** A gateway with mutations (decision 0055). `names-at-start`: the gateway does not name everything in its first minute. */
const startMutated = async (mutations: string, env: Env = {}): Promise<Fixture> => {
  const { startFixture }: typeof import('./fixture.ts') = await import(
    /* @vite-ignore */ `./fixture.ts?mutations=${mutations}`
  );
  return startFixture(env);
};
const start = (env?: Env): Promise<Fixture> => startMutated('names-at-start', env);

type Item = { title: string; version: number };

/** A catalog of two replicas: `reading` names the one that answers reads; `confirms` what a stale one does when it is asked. */
const createCatalog = (fixture: Fixture) => {
  const current: Item = { title: 'old', version: 1 };
  const state = { isStale: false, confirms: true, named: [] as (string | undefined)[] };
  const stale: Item = { ...current };
  fixture.services.catalog.answer = ({ method, headers }, response) => {
    response.setHeader('content-type', 'application/json');
    if (method === 'PUT') {
      current.version += 1;
      current.title = `edit ${current.version}`;
      response.setHeader('x-changes', `one@${current.version}`);
      return void response.end(JSON.stringify(current));
    }
    const named = headers['x-read-after'];
    state.named.push(typeof named === 'string' ? named : undefined);
    const isReached = named !== undefined && state.confirms;
    if (!isReached) response.removeHeader('x-changes');
    response.end(JSON.stringify(state.isStale && !isReached ? stale : current));
  };
  return { current, state };
};

const edit = async (fixture: Fixture, send: typeof fetch = fetch): Promise<Response> => {
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  return send(`${fixture.gateway.url}/api/admin/ebooks/one`, {
    method: 'PUT',
    headers: { ...bearerOf('asha', 'ADMIN'), 'content-type': 'application/json' },
    body: '{}',
  });
};
const titleOf = async (fixture: Fixture, send: typeof fetch = fetch, path = '/api/ebooks/one') =>
  ((await (await send(`${fixture.gateway.url}${path}`)).json()) as Item).title;
const everyone = { to: 'everyone' } as const;

it('after a live message reads name the version, and the answer that has it is cached', async () => {
  await using fixture = await start();
  const { current, state } = createCatalog(fixture);
  await titleOf(fixture);
  Object.assign(current, { title: 'new', version: 2 });
  state.isStale = true;

  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, 'one@2');

  expect([await titleOf(fixture), await titleOf(fixture)]).toEqual(['new', 'new']);
  expect(await titleOf(fixture, fetch, '/api/ebooks/other')).toBe('old');
  expect(await titleOf(fixture, fetch, '/api/ebooks')).toBe('new');
  expect(state.named).toEqual([undefined, 'one@2', undefined, 'one@2']);
});

it.each(['nothing', 'confirmed-answers'])(
  'an answer that is not confirmed is not cached (%s is removed)',
  async (removed) => {
    await using fixture = await startMutated(`names-at-start${removed === 'nothing' ? '' : `,${removed}`}`);
    const { current, state } = createCatalog(fixture);
    Object.assign(current, { title: 'new', version: 2 });
    Object.assign(state, { isStale: true, confirms: false });
    await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, 'one@2');

    expect(await titleOf(fixture)).toBe('old');
    state.isStale = false;

    expect(await titleOf(fixture)).toBe(removed === 'nothing' ? 'new' : 'old');
  },
);

it('messages in any order, or twice, leave the highest version', async () => {
  await using fixture = await start();
  const { state } = createCatalog(fixture);

  for (const version of [3, 5, 4, 5])
    await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, `one@${version}`);
  await titleOf(fixture);

  expect(state.named).toEqual(['one@5']);
});

it('more changes than a header holds are named by their number', async () => {
  await using fixture = await start();
  const { state } = createCatalog(fixture);

  for (let n = 0; n < 40; n += 1)
    await fixture.live.publish({ type: 'ebook-updated', id: `book-${n}` }, everyone, `book-${n}@2`);
  for (const path of ['/api/ebooks', '/api/ebooks/book-7', '/api/ebooks/other'])
    await titleOf(fixture, fetch, path);

  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, 'one@2');
  await titleOf(fixture, fetch, '/api/ebooks');
  const own = readOwnWrites(fetch, { changes: ['far@7'], until: Date.now() + 60_000 });
  await titleOf(fixture, own, '/api/ebooks');

  const [first = '', , , later = ''] = state.named;
  const [before, after] = [first, later].map(changeMarkOf);
  expect(state.named).toEqual([first, 'book-7@2', undefined, later, '*']);
  expect(after).toEqual({ gateway: before?.gateway, noted: (before?.noted ?? 0) + 1 });
});

it('in its first minute, and while live messages are unavailable, a gateway names everything', async () => {
  await using started = await startMutated('all-changes,names-at-start');
  const { state: without } = createCatalog(started);
  await titleOf(started);
  expect(without.named).toEqual([undefined]);

  const { startFixture } = await import('./fixture.ts');
  await using fixture = await startFixture();
  const { state } = createCatalog(fixture);
  await titleOf(fixture);
  expect(state.named).toEqual([expect.stringMatching(/^\*[\w-]+\.\d+$/)]);

  await using away = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
  const { state: unavailable } = createCatalog(away);
  await titleOf(away);
  expect(unavailable.named).toEqual(['*']);
});

it('after lost live messages the number is higher: what a replica has reached before is not enough', () => {
  let time = 0;
  const changes = createRecentChanges({
    routes: createRouteTable(),
    now: () => time,
    isComplete: () => true,
  });
  const numberOf = (more: readonly string[] = []): number =>
    changeMarkOf(changes.readAfter({ service: 'catalog', itemId: null }, more))?.noted ?? -1;

  expect(numberOf()).toBe(0);
  changes.requireAll();
  expect(numberOf()).toBe(1);
  changes.notePublished('ebook-updated', 'one@2');
  expect(numberOf()).toBe(2);
  expect(numberOf(['far@7'])).toBe(-1);

  time += 120_000;
  expect(changes.readAfter({ service: 'catalog', itemId: null }, [])).toBe(undefined);
});

it('a write answers its changes, and this gateway names them at once, also to clients that do not', async () => {
  await using fixture = await start();
  const { state } = createCatalog(fixture);
  await titleOf(fixture);
  state.isStale = true;

  const answer = await edit(fixture);

  expect(answer.headers.get('x-changes')).toBe('one@2');
  expect(await titleOf(fixture)).toBe('edit 2');
  expect(state.named).toEqual([undefined, 'one@2']);
});

it.each(['nothing', 'own-writes'])(
  'a writer reads the own write at another gateway before its live message arrives (%s is removed)',
  async (removed) => {
    const mutations = removed === 'nothing' ? 'names-at-start' : `names-at-start,${removed}`;
    await using fixture = await startMutated(mutations);
    const { current, state } = createCatalog(fixture);
    await titleOf(fixture);
    // the other gateway has no part in this one but the answer of the write
    const written = async () => new Response('{}', { headers: { 'x-changes': 'one@2' } });
    let isWrite = true;
    const writer = readOwnWrites((input, init) => (isWrite ? written() : fetch(input, init)));
    await writer('http://127.0.0.1/other', { method: 'PUT' });
    isWrite = false;
    Object.assign(current, { title: 'new', version: 2 });
    state.isStale = true;

    expect(await titleOf(fixture, writer)).toBe(removed === 'nothing' ? 'new' : 'old');
    expect(await titleOf(fixture)).toBe(removed === 'nothing' ? 'new' : 'old');
  },
);

it('a change that no replica has is answered and leaves the cached response', async () => {
  await using fixture = await start();
  const { state } = createCatalog(fixture);
  await titleOf(fixture);
  state.confirms = false;
  const forged = { headers: { 'x-read-after': 'one@999,*,no change' } };

  expect(await titleOf(fixture, (input) => fetch(input, forged))).toBe('old');
  await titleOf(fixture);

  expect(state.named).toEqual([undefined, 'one@999']);
});

it('reads that are proxied name the changes, and their answers show none', async () => {
  await using fixture = await start();
  const { current, state } = createCatalog(fixture);
  const { bearerOf } = await publishSigningKeys(fixture.services.identity);
  Object.assign(current, { title: 'new', version: 2 });
  state.isStale = true;
  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, 'one@2');

  const answer = await fixture.get('/api/ebooks/one', bearerOf('asha', 'ADMIN'));

  expect([((await answer.json()) as Item).title, answer.headers.get('x-changes')]).toEqual(['new', null]);
});

it('a live message to a browser holds type and id only', async () => {
  await using fixture = await start();
  const entries: LiveEntry[] = [];
  fixture.live.subscribe((entry) => entries.push(entry));
  const response = await fetch(`${fixture.gateway.url}/api/updates/stream`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  await vi.waitFor(async () => {
    text += (await reader?.read())?.value ?? '';
    expect(text).toContain('id: ');
  });

  await fixture.live.publish({ type: 'ebook-updated', id: 'one' }, everyone, 'one@2');
  while (!text.includes('ebook-updated')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();

  expect(entries[0]?.change).toBe('one@2');
  expect(text).toContain('data: {"type":"ebook-updated","id":"one"}\n');
});
