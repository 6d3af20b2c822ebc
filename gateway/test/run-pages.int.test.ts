/** Heads and plain links of the pages of the run. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { liveTypes, type RunEvent, RunPage } from '@satrangi/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFindPage } from '../src/pages/find-page.ts';
import type { ResponseCache } from '../src/response-cache/response-cache.ts';
import { type Fixture, startFixture } from './fixture.ts';

const ORIGIN = 'https://library.example';
const event: RunEvent = {
  _id: 'run-2026',
  title: 'Global Virtual Run',
  tagline: 'Step by Step, Story by Story',
  minFee: 300,
  maxFee: 5_000,
  currency: 'INR',
  startsAt: '2026-09-14T18:30:00.000Z',
  registrationStartsAt: '2026-09-14T18:30:00.000Z',
  registrationEndsAt: '2026-12-09T18:29:59.999Z',
  endsAt: '2026-12-10T18:29:59.999Z',
  hoursToFinish: 72,
  phases: [
    { name: 'Standard', from: '2026-10-31T18:30:00.000Z', to: '2026-12-09T18:29:59.999Z', minFee: null },
  ],
  phase: null,
  isOpen: true,
  activityTypes: ['run', 'walk', 'cycle', 'wheel', 'other'],
  tshirtSizes: [],
  pronouns: [],
};
const runner = (slug: string, isListed: boolean): RunPage =>
  RunPage.parse({
    pageId: `page-${slug}`,
    slug,
    displayName: 'Meher </title>',
    pronouns: null,
    activity: 'walk',
    distance: 5,
    km: 0,
    story: 'For the people nobody asked.',
    goal: 0,
    raised: 0,
    raisedMinor: 0,
    donors: [],
    donorCount: 0,
    endsAt: event.endsAt,
    isOver: false,
    canGive: true,
    isListed,
  });

let dist: string;
let fixture: Fixture;
const answers: Record<string, unknown> = {
  '/virtual-run': event,
  '/virtual-run/f/abcdefghijk23': runner('abcdefghijk23', false),
  '/virtual-run/f/meher-abcdefghijk24': runner('meher-abcdefghijk24', true),
  '/virtual-run/pages': { pages: [runner('meher-abcdefghijk24', true)], nextCursor: null },
};
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'run-pages-'));
  await copyFile(fileURLToPath(new URL('../../web/index.html', import.meta.url)), join(dist, 'index.html'));
  fixture = await startFixture({ WEB_DIST: dist, PUBLIC_URL: ORIGIN, PAGE_HEAD_MS: '1000' });
  for (const service of ['catalog', 'cms', 'virtual-run'] as const)
    fixture.services[service].answer = ({ url }, response) => {
      const answer = answers[url];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { status: 404, code: 'not-found' }));
    };
});
afterAll(async () => {
  await fixture?.[Symbol.asyncDispose]();
  await rm(dist, { recursive: true, force: true });
});

const ledgerText = `Every gift is in a public list that anyone can check: ${ORIGIN}/api/virtual-run/ledger`;

const headOf = async (path: string) => {
  const response = await fixture.get(path);
  const html = await response.text();
  const head = html.slice(0, html.indexOf('</head>'));
  return { status: response.status, robots: response.headers.get('x-robots-tag'), head };
};

describe('heads of the run', () => {
  it('RUN-22: the page of the event exists without an event, an unknown runner does not', async () => {
    const site = { name: 'Satrangi', tagline: '', origin: ORIGIN, email: '' };
    const none: ResponseCache['read'] = async () =>
      ({ status: 404, body: Buffer.from('{}') }) as Awaited<ReturnType<ResponseCache['read']>>;
    const findPage = createFindPage(site, none, 1_000);
    const request = {} as IncomingMessage;

    const { status, head } = await findPage('/virtual-run', request);
    expect([status, head.title, head.data]).toEqual([200, 'Global Virtual Run', undefined]);
    expect(head.text).toEqual([ledgerText]);
    expect((await findPage('/run/f/unknown', request)).status).toBe(404);
  });

  it('WEB-103: a listed page is indexed also when its runner answers late, and never before it is known', async () => {
    const site = { name: 'Satrangi', tagline: '', origin: ORIGIN, email: '' };
    const body = Buffer.from(JSON.stringify(runner('meher-abcdefghijk24', true)));
    const answerAfter =
      (ms: number): ResponseCache['read'] =>
      async () => {
        await sleep(ms);
        return { status: 200, body } as Awaited<ReturnType<ResponseCache['read']>>;
      };
    const headAfter = async (ms: number) =>
      (await createFindPage(site, answerAfter(ms), 50)('/run/f/meher-abcdefghijk24', {} as IncomingMessage))
        .head;

    expect((await headAfter(300)).isIndexed).toBe(true);
    expect((await headAfter(10_000)).isIndexed).toBe(false);
  });

  it('BEY-02: the page names the public list of gifts, also without JavaScript', async () => {
    const html = await (await fixture.get('/virtual-run')).text();
    expect(/<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1]).toContain(`<p>${ledgerText}</p>`);
  });

  it('RUN-11: the event is structured data, with its fees and its end', async () => {
    const { head } = await headOf('/virtual-run');
    const data = /<script data-head type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'Event',
      endDate: '2026-12-10T18:29:59.999Z',
      offers: { lowPrice: 300, highPrice: 5_000, priceCurrency: 'INR' },
    });
  });

  it('P92, WEB-103: only a listed page is indexed, and unknown and hidden ones have the same head', async () => {
    const hidden = await headOf('/run/f/hidden');
    const unknown = await headOf('/run/f/unknown');
    const listed = await headOf('/run/f/meher-abcdefghijk24');
    const byLink = await headOf('/run/f/abcdefghijk23');

    expect([hidden.status, unknown.status, listed.status, byLink.status]).toEqual([404, 404, 200, 200]);
    expect(hidden.head).toBe(unknown.head);
    expect(listed.head).toContain('<title data-head>Meher &lt;/title&gt; | Satrangi</title>');
    expect(listed.head).toContain(`href="${ORIGIN}/run/f/meher-abcdefghijk24"`);
    expect([listed.robots, byLink.robots]).toEqual([null, 'noindex']);
    expect(byLink.head).not.toMatch(/og:|canonical|people nobody asked/);
    expect((await headOf('/run/edit')).robots).toBe('noindex');
  });

  it('P92: the sitemap has the pages of runners who asked to be listed, and no other page of the run', async () => {
    const sitemap = await (await fixture.get('/sitemap.xml')).text();
    const places = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place ?? '');

    expect(places.filter((place) => place.includes('/run/'))).toEqual([
      `${ORIGIN}/run/f/meher-abcdefghijk24`,
    ]);
  });

  it('WEB-103: a page that is listed no more leaves the sitemap and has noindex at once', async () => {
    const slug = 'noor-abcdefghijk25';
    const setListed = async (isListed: boolean): Promise<void> => {
      const page = runner(slug, isListed);
      answers[`/virtual-run/f/${slug}`] = page;
      answers['/virtual-run/pages'] = { pages: isListed ? [page] : [], nextCursor: null };
      await fixture.live.publish({ type: liveTypes.runPageUpdated, id: page.pageId }, { to: 'everyone' });
    };
    const found = async () => ({
      robots: (await headOf(`/run/f/${slug}`)).robots,
      isInSitemap: (await (await fixture.get('/sitemap.xml')).text()).includes(slug),
    });

    await setListed(true);
    expect(await found()).toEqual({ robots: null, isInSitemap: true });
    await setListed(false);
    expect(await found()).toEqual({ robots: 'noindex', isInSitemap: false });
  });

  it('BEY-05: a plain link opens the page of a runner after its button, and names nothing before', async () => {
    const shown = await fixture.get('/s/abcdefghijk23');
    expect(await shown.text()).not.toMatch(/Meher|Satrangi|run/);
    const opened = await fetch(`${fixture.gateway.url}/s/abcdefghijk23`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/run/f/abcdefghijk23']);
  });
});
