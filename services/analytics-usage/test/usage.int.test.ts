/** What is billed: messages and minutes of a month. */
import { createHmac } from 'node:crypto';
import { anEvent } from '@satrangi/chassis/testing';
import { UsageMetrics, whatsappReceived, whatsappSent } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootUsage, refusal, type UsageFixture } from './boot-usage.ts';

const APP_SECRET = 'the-app-secret-of-whatsapp-in-these-tests';
const env = { WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: 'a-verify-token' };
const zeros = {
  whatsapp: { sent: 0, received: 0 },
  aiconcierge: { chatTo: 0, chatFrom: 0, minutesSpoken: 0, ratePerMinute: 0, cost: 0 },
};
const sent = (n: number, at: Date) =>
  anEvent(whatsappSent, { id: `sent-${n}`, data: { messageRef: `ref-${n}`, at: at.toISOString() } });

const webhookOf = (...ids: readonly string[]) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              contacts: [{ profile: { name: 'Ashalata' }, wa_id: '919876543210' }],
              messages: ids.map((id) => ({
                id,
                from: '919876543210',
                timestamp: String(Math.floor(Date.now() / 1_000)),
                type: 'text',
                text: { body: 'a private word' },
              })),
            },
          },
        ],
      },
    ],
  });

const post = (
  { service }: UsageFixture,
  body: string,
  signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`,
) =>
  fetch(`${service.url}/webhooks/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  });
/** Hands the service its own events, as the broker does. */
const deliverOwn = async ({ service }: UsageFixture) => {
  for (const event of await service.publishedEvents())
    if (event.type === whatsappReceived.type) await service.deliver(event);
};

it('USE-05 USE-14 without a provider every field is a number, and zero', async () => {
  await using usage = await bootUsage();
  const metrics = await usage.admin.getUsage({ query: {} });

  expect(metrics).toEqual(zeros);
  expect(UsageMetrics.safeParse(metrics).success).toBe(true);
  expect(await refusal(usage.visitor.getUsage({ query: {} }))).toMatchObject({ status: 401 });
});

it('USE-12 usage is of the current month of Kolkata, or of the one asked for', async () => {
  await using usage = await bootUsage();
  usage.service.clock.set(new Date('2026-12-02T00:00:00.000Z'));
  await usage.service.deliver(sent(1, new Date('2026-11-30T18:29:59.999Z')));
  await usage.service.deliver(sent(2, new Date('2026-11-30T18:30:00.000Z')));
  await usage.service.deliver(sent(3, new Date('2026-12-01T10:00:00.000Z')));
  await usage.service.deliver(sent(3, new Date('2026-12-01T10:00:00.000Z')));
  await usage.count();
  const sentIn = async (month?: string) =>
    (await usage.admin.getUsage({ query: month ? { month } : {} })).whatsapp.sent;

  expect([await sentIn(), await sentIn('2026-12'), await sentIn('2026-11'), await sentIn('2025-11')]).toEqual(
    [2, 2, 1, 0],
  );
  for (const month of ['2026-13', '11-2026', 'now'])
    expect(await refusal(usage.admin.getUsage({ query: { month } }))).toMatchObject({
      status: 400,
      message: 'Month must be YYYY-MM',
    });
});

it('USE-14 inbound messages are counted once each; a bad signature, another secret or no secret is refused', async () => {
  await using usage = await bootUsage({ env });
  const body = webhookOf('wamid.one', 'wamid.two');
  expect((await post(usage, body)).status).toBe(200);
  expect((await post(usage, body)).status).toBe(200);
  expect((await post(usage, webhookOf('wamid.two', 'wamid.three'))).status).toBe(200);
  for (const signature of ['', 'sha256=00', `sha256=${'0'.repeat(64)}`, `sha1=${'0'.repeat(40)}`])
    expect((await post(usage, webhookOf('wamid.forged'), signature)).status).toBe(401);
  const cut = body.slice(0, -1);
  expect((await post(usage, cut)).status).toBe(400);
  await deliverOwn(usage);
  await usage.count();

  expect((await usage.admin.getUsage({ query: {} })).whatsapp).toEqual({ sent: 0, received: 3 });
  await using closed = await bootUsage();
  expect((await post(closed, body)).status).toBe(401);
});

it('USE-14 P77 neither the number, the name, the text nor the id of an inbound message is kept or published', async () => {
  await using usage = await bootUsage({ env });
  await post(usage, webhookOf('wamid.HBgMOTE5ODc2NTQzMjEw'));
  await deliverOwn(usage);
  await usage.count();
  const { connection } = usage.service.internals.store;
  const stored = await Promise.all(
    (await connection.listCollections()).map(({ name }) => connection.collection(name).find().toArray()),
  );

  const everything = JSON.stringify([stored, await usage.service.publishedEvents()]);
  for (const canary of ['919876543210', 'Ashalata', 'a private word', 'HBgMOTE5ODc2NTQzMjEw'])
    expect(everything.includes(canary), canary).toBe(false);
});

it('USE-14 a status report of WhatsApp, or one with times from nowhere, is accepted or refused, never a 5xx', async () => {
  await using usage = await bootUsage({ env });
  const status = JSON.stringify({ entry: [{ changes: [{ value: { statuses: [{ id: 'x' }] } }] }] });
  expect((await post(usage, status)).status).toBe(200);
  for (const timestamp of ['-1', '9'.repeat(30), 'NaN', {}])
    expect(
      (
        await post(
          usage,
          JSON.stringify({ entry: [{ changes: [{ value: { messages: [{ id: 'm', timestamp }] } }] }] }),
        )
      ).status,
    ).toBe(400);
});

it('USE-14 the challenge is answered for the right verify token only', async () => {
  await using usage = await bootUsage({ env });
  const request = (token: string, mode = 'subscribe') =>
    fetch(
      `${usage.service.url}/webhooks/whatsapp?${new URLSearchParams({
        'hub.mode': mode,
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      })}`,
    );
  const right = await request('a-verify-token');

  expect([right.status, await right.text(), right.headers.get('content-type')]).toEqual([
    200,
    '1158201444',
    'text/plain; charset=utf-8',
  ]);
  expect((await request('another')).status).toBe(401);
  expect((await request('a-verify-token', 'unsubscribe')).status).toBe(401);
  await using closed = await bootUsage();
  expect((await fetch(`${closed.service.url}/webhooks/whatsapp?hub.mode=subscribe`)).status).toBe(401);
});
