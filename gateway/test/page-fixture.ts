import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFixture } from './fixture.ts';

export const ORIGIN = 'https://library.example';

/**
 * A gateway with the built page of the shop, and a catalog with these answers.
 * @param answers by the URL of the request; any other one is 404
 */
export const startPageFixture = async (answers: Readonly<Record<string, unknown>>) => {
  const dist = await mkdtemp(join(tmpdir(), 'gateway-pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  const fixture = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN, PAGE_HEAD_MS: '1000' });
  fixture.services.catalog.answer = ({ url }, response) => {
    const found = answers[url];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { status: 404, code: 'not-found' }));
  };
  return {
    ...fixture,
    /** The page at a path, with the structured data of its head. */
    pageAt: async (path: string) => {
      const answer = await fixture.get(path);
      const html = await answer.text();
      const blocks = [...html.matchAll(/<script data-head type="application\/ld\+json">(.*?)<\/script>/g)];
      return { status: answer.status, html, data: blocks.map(([, json = '']) => JSON.parse(json)) };
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await rm(dist, { recursive: true, force: true });
    },
  };
};
export type PageFixture = Awaited<ReturnType<typeof startPageFixture>>;
