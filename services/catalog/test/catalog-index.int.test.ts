import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bootService,
  childEnvironment,
  freePort,
  freshSuffix,
  testKeys,
  testMongo,
  testUser,
  tokenOf,
} from '@satrangi/chassis/testing';
import { catalogApi, createClient } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { catalog } from '../src/service.ts';
import { bootCatalog, bootReplicas, draft, refusal, soundDraft, until } from './boot-catalog.ts';

describe('lists over HTTP', () => {
  it('return all items of a kind as cards without a limit (CAT-55)', async () => {
    await using fixture = await bootCatalog();
    const long = { longDescription: 'Long. '.repeat(900), moreInfo: 'More. '.repeat(900) };
    const made = await Promise.all(
      Array.from({ length: 130 }, (_, n) =>
        fixture.editor.createEbook({ body: { ...draft, ...long, title: `Book ${n}` } }),
      ),
    );

    const all = await fixture.visitor.listEbooks();
    const some = await fixture.visitor.listEbooks({ query: { limit: 100 } });

    expect(all.items).toHaveLength(130);
    expect([all.total, all.nextCursor]).toEqual([130, null]);
    expect(new Set(all.items.map(({ _id }) => _id))).toEqual(new Set(made.map(({ _id }) => _id)));
    expect(JSON.stringify(all.items[0]).length).toBeLessThan(2_000);
    expect(all.items[0]).toMatchObject({ author: 'Jerusha Pinto', longDescription: null, chapters: [] });
    expect(some.items).toHaveLength(100);
    expect(some.items[0]?.longDescription).toBe(long.longDescription.trim());
    expect((await fixture.visitor.search()).items).toHaveLength(24);
    expect((await fixture.visitor.listEbooks({ query: { q: 'book' } })).items).toHaveLength(130);
  });

  it('return items, total and the next cursor; each item equals its detail response (CAT-01, CAT-05, CAT-55)', async () => {
    await using fixture = await bootCatalog();
    for (let n = 0; n < 5; n++)
      await fixture.editor.createEbook({ body: { ...draft, title: `நிலா ${n}`, altTitle: `Nila ${n}` } });

    const first = await fixture.visitor.listEbooks({ query: { limit: 2, sort: 'title' } });
    const second = await fixture.visitor.listEbooks({
      query: { limit: 2, sort: 'title', cursor: first.nextCursor ?? '' },
    });

    expect(first.total).toBe(5);
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
      [0, 1, 2, 3].map((n) => `நிலா ${n}`),
    );
    for (const item of first.items)
      expect(await fixture.visitor.getEbook({ params: { id: item._id } })).toEqual(item);
    const raw = await fetch(`${fixture.service.url}/ebooks?q=nila%203`);
    expect(raw.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const answer = (await raw.json()) as { items: object[] };
    expect(Object.keys(answer)).toEqual(['items', 'total', 'nextCursor']);
    expect(answer.items).toEqual((await fixture.visitor.listEbooks({ query: { q: 'nila 3' } })).items);
  });

  it('of free eBooks contain free items only, and no other kind (CAT-06)', async () => {
    await using fixture = await bootCatalog();
    const free = await fixture.editor.createEbook({ body: { ...draft, priceINR: 0 } });
    await fixture.editor.createEbook({ body: draft });
    await fixture.editor.createEbook({ body: { ...draft, priceINR: null } });
    await fixture.editor.createAudioStory({ body: soundDraft });

    const answer = await fetch(`${fixture.service.url}/ebooks/free`);

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      items: [{ _id: free._id, isFree: true, mediaType: 'ebook' }],
    });
  });

  it('expose no creators, claims, outboxes and storage keys (P34)', async () => {
    await using fixture = await bootCatalog();
    await fixture.editor.createEbook({
      body: { ...draft, slug: 'secret-slug', creatorId: 'creator-canary', featured: true },
    });

    const text = await (await fetch(`${fixture.service.url}/ebooks`)).text();

    expect(text).not.toMatch(/creator-canary|creatorId|featuredClaim|outbox|writtenAt|secret-slug|"version"/);
  });

  it('of a creator contain only their own items and require a login (CAT-07, CAT-53)', async () => {
    await using fixture = await bootCatalog();
    const { _id } = await fixture.editor.createEbook({ body: { ...draft, creatorId: 'asha' } });
    await fixture.editor.createEbook({ body: draft });

    const mine = await fixture.reader('asha').listMyEbooks();

    expect(mine.items.map((item) => item._id)).toEqual([_id]);
    expect((await fixture.reader('ravi').listMyEbooks()).items).toEqual([]);
    expect((await refusal(fixture.visitor.listMyEbooks())).status).toBe(401);
  });

  it('never answer 5xx for hostile queries (attacks S26, S27)', async () => {
    await using fixture = await bootCatalog();
    await fixture.editor.createEbook({ body: draft });
    const hostile = [
      'q[$ne]=x',
      'page[$ne]=',
      'q=a&q=b',
      'limit=-1',
      'limit=1e9',
      'limit=abc',
      'cursor=%00',
      'q=(a%2B)%2B%24',
      'q=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88',
      'sort=__proto__',
      'format=constructor',
      `q=${'a'.repeat(5_000)}`,
      'featured=1',
      '__proto__[x]=1',
    ];

    for (const query of hostile) {
      const answer = await fetch(`${fixture.service.url}/ebooks?${query}`);
      expect([query, answer.status < 500]).toEqual([query, true]);
      expect(answer.headers.get('content-type')).toMatch(/json/);
    }
  });

  it('refuse a cursor of another list with a clear message', async () => {
    await using fixture = await bootCatalog();

    expect(await refusal(fixture.visitor.listEbooks({ query: { cursor: 'nonsense' } }))).toMatchObject({
      status: 400,
      message: 'That cursor is not valid for this list',
    });
  });

  it('return the authors for the filter', async () => {
    await using fixture = await bootCatalog();
    for (const author of ['Zoya', 'Asha', 'Zoya'])
      await fixture.editor.createEbook({ body: { ...draft, author } });

    expect(await fixture.visitor.listAuthors()).toEqual({ authors: ['Asha', 'Zoya'] });
    expect((await fixture.visitor.listEbooks({ query: { author: 'Zoya' } })).total).toBe(2);
  });
});

describe('replicas', () => {
  it('refresh an entry after a live message of another replica', async () => {
    const [one, other] = await bootReplicas();
    await using _one = one;
    await using _other = other;
    const { _id: id } = await one.editor.createEbook({ body: draft });

    await other.service.live.publish({ type: 'ebook-created', id }, { to: 'everyone' });

    const { total } = await until(
      () => other.visitor.listEbooks(),
      (page) => page.total === 1,
    );
    expect(total).toBe(1);
    await one.editor.deleteEbook({ params: { id } });
    await other.service.live.publish({ type: 'reset', id: '' }, { to: 'internal' });
    await until(
      () => other.visitor.listEbooks(),
      (page) => page.total === 0,
    );
  });

  it('catch up without live messages', async () => {
    const [one, other] = await bootReplicas();
    await using _one = one;
    await using _other = other;
    const { _id: id } = await one.editor.createEbook({ body: draft });
    await one.editor.updateEbook({ params: { id }, body: { ...draft, title: 'Late' } });

    await other.service.runJob('catch-up-index');

    expect(await other.visitor.getEbook({ params: { id } })).toMatchObject({ title: 'Late' });
  });

  it('never exceed three featured items together', async () => {
    const [one, other] = await bootReplicas();
    await using _one = one;
    await using _other = other;

    const made = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? one : other).editor.createEbook({ body: { ...draft, featured: true } }),
      ),
    );

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('fill the index from the store at start', async () => {
    const env = { DB_SUFFIX: freshSuffix() };
    const first = await bootCatalog({ env });
    const made = await first.editor.createEbook({ body: draft });
    await first[Symbol.asyncDispose]();

    await using second = await bootCatalog({ env });

    expect([made]).toMatchObject((await second.visitor.listEbooks()).items);
  });
});

/** Runs the service in its own process, which kills itself at the named failpoint. */
const spawnCatalog = async (suffix: string, failpoint: string) => {
  const port = await freePort();
  const keys = await testKeys();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    stdio: 'ignore',
    env: {
      ...childEnvironment(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      MONGODB_URI: await testMongo(),
      DB_SUFFIX: suffix,
      AMQP_URL: 'memory:',
      REDIS_URL: 'memory:',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'satrangi-catalog-')),
      IDENTITY_URL: keys.url,
      INTERNAL_SECRET: 'internal-secret-of-the-tests',
      FAILPOINT: failpoint,
    },
  });
  const died = once(child, 'exit');
  const baseUrl = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${baseUrl}/health/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  const as = (user: Parameters<typeof tokenOf>[0]) =>
    createClient(catalogApi, { baseUrl, token: () => tokenOf(user) });
  return { editor: as(testUser({ role: 'ADMIN' })), reader: as(testUser({ userId: 'asha' })), died };
};

describe('a crash', () => {
  it('between a review and its recount is repaired by the next process', async () => {
    const DB_SUFFIX = freshSuffix();
    const doomed = await spawnCatalog(DB_SUFFIX, 'catalog.reviewed-before-recount');
    const { _id: id } = await doomed.editor.createEbook({ body: draft });

    await expect(
      doomed.reader.postReview({ params: { id }, body: { rating: 3, comment: 'Kept.' } }),
    ).rejects.toThrow(TypeError);
    await doomed.died;

    await using service = await bootService(catalog, { env: { DB_SUFFIX } });
    const visitor = service.as('visitor', catalogApi);
    expect((await visitor.listReviews({ params: { id } })).count).toBe(1);
    await service.runWork();
    expect(await visitor.getEbook({ params: { id } })).toMatchObject({ ratingCount: 1, ratingAverage: 3 });
  });

  it('between claiming a featured slot and writing the item releases the slot', async () => {
    const DB_SUFFIX = freshSuffix();
    const doomed = await spawnCatalog(DB_SUFFIX, 'catalog.claimed-before-commit:3');
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await doomed.editor.createEbook({ body: draft }))._id);
    const feature = { ...draft, featured: true };
    for (const id of ids.slice(0, 2)) await doomed.editor.updateEbook({ params: { id }, body: feature });
    await expect(
      doomed.editor.updateEbook({ params: { id: ids[2] ?? '' }, body: feature }),
    ).rejects.toThrow();
    await doomed.died;

    await using fixture = await bootCatalog({ env: { DB_SUFFIX } });
    expect((await refusal(fixture.editor.createEbook({ body: feature }))).status).toBe(409);
    fixture.service.clock.advance(31_000);

    await fixture.editor.createEbook({ body: feature });
    expect((await fixture.visitor.listEbooks({ query: { featured: 'true' } })).total).toBe(3);
    expect((await refusal(fixture.editor.createEbook({ body: feature }))).status).toBe(409);
  });
});
