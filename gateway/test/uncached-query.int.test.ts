/** Endpoints whose response is cached, except with a query for restricted content (sections with `?draft=1`). */
import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture.ts';

const SECTION = '/api/cms/sections/about.mission';

const count = ({ services: { cms } }: Fixture): void => {
  let requestCount = 0;
  cms.answer = ({ url, headers }, response) => {
    requestCount += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ requestCount, url, isSignedIn: headers.authorization !== undefined }));
  };
};
const bearer = (role: 'USER' | 'ADMIN') => ({ authorization: `Bearer ${tokenOf(testUser({ role }))}` });

it('the public response is cached for visitors and readers, with any other query', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const read = async (query: string, headers = {}) =>
    (await (await fixture.get(SECTION + query, headers)).json()) as object;

  const first = await read('');
  expect(await read('')).toEqual(first);
  expect(await read('?utm_source=x')).toEqual(first);
  expect(await read('?v=1&v=2', bearer('USER'))).toEqual(first);
  expect(first).toEqual({ requestCount: 1, url: '/cms/sections/about.mission', isSignedIn: false });
});

it('with the field of drafts every request is forwarded with its login, and none is cached', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const queries = ['?draft=1', '?dr%61ft=1', '?x=1&draft', '?draft=1&draft=2'];

  for (const path of [
    SECTION,
    '/api/cms/sections',
    '/api/cms/real-pages',
    '/api/cms/real-pages/about/sections',
  ]) {
    for (const query of queries) {
      const answers: { isSignedIn: boolean; requestCount: number }[] = [];
      for (const headers of [{}, bearer('USER'), bearer('ADMIN')])
        answers.push((await (await fixture.get(path + query, headers)).json()) as (typeof answers)[number]);
      expect(answers.map(({ isSignedIn }) => isSignedIn)).toEqual([false, true, true]);
      expect(new Set(answers.map(({ requestCount }) => requestCount)).size).toBe(3);
    }
    const plain = (await (await fixture.get(path)).json()) as { url: string };
    expect(plain.url).toBe(path.slice('/api'.length));
  }
});

it('posts are cached for each search, and a search among all posts is never cached (CMS-17, CMS-33)', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const read = async (query: string) =>
    (await (await fixture.get(`/api/cms/blogs${query}`)).json()) as { requestCount: number; url: string };

  const rain = await read('?q=rain');
  expect(rain.url).toBe('/cms/blogs?q=rain');
  expect(await read('?q=rain')).toEqual(rain);
  for (const query of [
    '',
    '?q=river',
    '?q=rain&brief=1',
    '?q=rain&q=river',
    '?q=rain&all=1',
    '?q=rain&all=1',
  ])
    expect((await read(query)).requestCount).not.toBe(rain.requestCount);
  expect((await read('?q=river')).url).toBe('/cms/blogs?q=river');
});

it('a key with an encoded slash reaches the service as it was sent (CMS-28)', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const read = async (key: string) =>
    ((await (await fixture.get(`/api/cms/sections/${key}`)).json()) as { url: string }).url;

  expect(await read('library%2Fhero')).toBe('/cms/sections/library%2Fhero');
  expect(await read('a%20b%3Fdraft%3D1')).toBe('/cms/sections/a%20b%3Fdraft%3D1');
});

it('a changed section invalidates cached sections and pages', async () => {
  await using fixture = await startFixture();
  count(fixture);
  const paths = [SECTION, '/api/cms/sections', '/api/cms/real-pages', '/api/cms/real-pages/about/sections'];
  const readAll = () =>
    Promise.all(
      paths.map(
        async (path) => ((await (await fixture.get(path)).json()) as { requestCount: number }).requestCount,
      ),
    );
  const before = await readAll();
  expect(await readAll()).toEqual(before);

  await fixture.live.publish({ type: 'cms-section-updated', id: 'home.hero' }, { to: 'everyone' });

  const after = await readAll();
  for (const requestCount of after) expect(before).not.toContain(requestCount);
});
