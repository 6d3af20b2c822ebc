/** Reports of the site: an open door that can not be misused, and that keeps nothing of a person. */
import { testUser } from '@satrangi/chassis/testing';
import { analyticsUsageApi, siteEventTypes } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootUsage, purchase, refusal, type UsageFixture } from './boot-usage.ts';

const factsOf = ({ service }: UsageFixture) =>
  service.internals.store.connection.collection('facts').find().toArray();
const post = ({ service }: UsageFixture, body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/admin/analytics`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

it('USE-01 USE-02 every type of the site is kept; an unknown or missing one is generic', async () => {
  await using usage = await bootUsage();
  for (const eventType of siteEventTypes)
    expect(await usage.visitor.track({ body: { action: 'view', details: {}, eventType } })).toEqual({
      ok: true,
    });
  await usage.visitor.track({ body: { eventType: 'drop-tables' } });
  await usage.visitor.track({ body: {} });
  await usage.visitor.track({ body: { eventType: { $gt: '' }, details: 'text' } });

  const types = (await factsOf(usage)).map(({ type }) => type as string).sort();
  expect(types).toEqual([...siteEventTypes, 'generic', 'generic', 'generic'].sort());
});

it('USE-07 visitors and readers may report; a report is at most 4 kB', async () => {
  await using usage = await bootUsage();
  const reader = usage.service.as(testUser({ userId: 'asha' }), analyticsUsageApi);
  await reader.track({ body: { eventType: 'login', details: { method: 'password' } } });
  const big = await post(usage, JSON.stringify({ eventType: 'page_view', details: 'x'.repeat(4_100) }));

  expect(big.status).toBe(413);
  expect(await big.json()).toMatchObject({ code: 'too-large' });
  expect((await post(usage, '{')).status).toBe(400);
  const [fact, ...more] = await factsOf(usage);
  expect(more).toEqual([]);
  expect(fact).toMatchObject({ type: 'login', details: { method: 'password' } });
  expect(fact?.who).toHaveLength(22);
});

it('USE-07 P78 an address may report sixty a minute, and what is stored of it in a day is bounded', async () => {
  await using usage = await bootUsage({ env: { SITE_EVENTS_PER_DAY: '70' } });
  const details = { page: `/${'p'.repeat(110)}` };
  const report = () => refusal(usage.visitor.track({ body: { eventType: 'page_view', details } }));
  const reports = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await usage.visitor.track({ body: { eventType: 'page_view', details } });
  };
  await reports(60);
  expect(await report()).toMatchObject({ status: 429 });
  usage.service.clock.advance(61_000);
  await reports(9);
  expect(await report()).toMatchObject({ status: 429 });

  const stored = await factsOf(usage);
  expect(stored).toHaveLength(69);
  // 500 kB for an address and a day at the default of 1,500 reports
  expect((JSON.stringify(stored).length / stored.length) * 1_500).toBeLessThan(550_000);
});

it('P78 reports never count as money, whatever they say', async () => {
  await using usage = await bootUsage();
  await usage.service.deliver(purchase({ orderId: 'real' }));
  await usage.count();
  const before = await usage.admin.getKpis();
  for (const eventType of ['purchase-paid', 'payment_initiated', 'purchase-returned', 'run-registered'])
    await post(
      usage,
      JSON.stringify({
        eventType,
        type: 'purchase-paid',
        kind: 'money',
        paise: 1e9,
        _id: 'paid-real',
        details: { paise: 1e9, provider: 'stripe', kind: 'money' },
      }),
    );
  await usage.count();

  expect(await usage.admin.getKpis()).toEqual(before);
  const site = (await factsOf(usage)).filter(({ kind }) => kind === 'site');
  expect(site).toHaveLength(4);
  for (const fact of site) {
    expect(fact._id).toMatch(/^web:/);
    expect(fact).not.toHaveProperty('paise');
  }
});

it('USE-15 P77 nothing of a person gets through any field: mail, phone, name, title, search, address, token', async () => {
  await using usage = await bootUsage();
  const canaries = [
    'asha@example.org',
    'asha%40example.org',
    '+91 98765 43210',
    '9876543210',
    '98-76-54-32-10',
    'Ashalata Deshpande',
    'बरसात की रात',
    '/search?q=coming-out',
    'q=coming-out',
    'eyJhbGciOi.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl',
    '203.0.113.77',
    'x'.repeat(121),
  ];
  const reader = usage.service.as(testUser({ userId: 'asha-the-reader' }), analyticsUsageApi);
  for (const [index, canary] of canaries.entries()) {
    const details = {
      page: canary,
      mediaId: canary,
      method: canary,
      provider: canary,
      title: canary,
      [canary]: canary,
    };
    for (const eventType of index % 2 ? siteEventTypes.slice(0, 3) : siteEventTypes.slice(3))
      await reader.track({ body: { action: canary, eventType, details } });
    await post(usage, JSON.stringify({ eventType: canary, action: canary, details: [canary] }), {
      'x-client-ip': '203.0.113.77',
      'user-agent': canary.replaceAll(/[^ -~]/g, '?'),
      referer: 'https://example.org/asha',
    });
    usage.service.clock.advance(61_000);
  }
  await usage.count();

  const { connection } = usage.service.internals.store;
  const collections = (await connection.listCollections()).map(({ name }) => name);
  const stored = await Promise.all(
    collections.map(async (name) => JSON.stringify(await connection.collection(name).find().toArray())),
  );
  const answers = JSON.stringify([
    await usage.admin.getKpis(),
    await usage.admin.listRecentEvents(),
    await reader.exportMine(),
  ]);
  for (const canary of [...canaries, 'asha-the-reader'])
    expect(`${stored.join()}${answers}`.includes(canary), canary).toBe(false);
});

it('P77 a report of a signed-in reader does not say which item or post was opened', async () => {
  await using usage = await bootUsage();
  const details = { page: '/ebook/:id', mediaId: 'b1', blogId: 'p1' };
  await usage.service.as(testUser(), analyticsUsageApi).track({ body: { eventType: 'page_view', details } });
  await usage.visitor.track({ body: { eventType: 'page_view', details } });

  const [ofReader, ofVisitor] = await factsOf(usage);
  expect(ofReader?.details).toEqual({ page: '/ebook/:id' });
  expect(ofVisitor).toMatchObject({ details });
  expect(ofVisitor).not.toHaveProperty('who');
});

it('P77 pseudonyms differ from installation to installation', async () => {
  await using one = await bootUsage();
  await using other = await bootUsage({
    env: { PSEUDONYM_SECRET: 'another-secret-of-thirty-two-characters' },
  });
  for (const usage of [one, other]) await usage.service.deliver(purchase({ orderId: 'o', userId: 'asha' }));
  const [[first], [second]] = await Promise.all([factsOf(one), factsOf(other)]);

  expect(first?.who).toHaveLength(22);
  expect(first?.who).not.toBe(second?.who);
});

it('USE-15 reports of the site are removed after 13 months, facts of services stay', async () => {
  await using usage = await bootUsage();
  await usage.visitor.track({ body: { eventType: 'page_view' } });
  await usage.service.deliver(purchase({ orderId: 'o' }));
  const [site, money] = await factsOf(usage);
  const days = (Number(site?.expiresAt) - Number(site?.at)) / 86_400_000;

  expect(days).toBe(396);
  expect(money).not.toHaveProperty('expiresAt');
});
