/** Orders of the back office in Chromium against the real services: search, refund by keyboard, resend, CSV, sync. */

import { createClient, databaseName, paymentsApi } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFine, openDesk, widthsInTurn } from './support/back-office.ts';
import { chromiumPath } from './support/browser.ts';
import { httpRequest } from './support/http-request.ts';
import { press, tabTo, type } from './support/keyboard.ts';
import { useBrowser, usePlatform } from './support/opened.ts';
import type { Person } from './support/platform-fixture.ts';

const REFUNDED_MINOR = 250;
/** Time of a live message and the refetch after it on a busy machine. */
const LIVE_MS = 20_000;

type StoredOrder = {
  _id: string;
  number: string;
  state: string;
  promisedMinor?: number;
  refunds?: { amountMinor: number; reason: string }[];
};

const platform = usePlatform();
const browser = useBrowser();
let reader: Person;
let paid: StoredOrder;

const orders = () => platform.mongo.db(databaseName('payments')).collection<StoredOrder>('orders');
const stored = async (): Promise<StoredOrder> => (await orders().findOne({ _id: paid._id })) ?? paid;

/** Buys a book with a card; `isPaid: false` leaves the order pending. */
const buy = async (book: string, isPaid: boolean, { token } = reader): Promise<string> => {
  const { json } = await httpRequest(`${platform.api}/payments/create`, {
    token,
    json: { items: [{ media: book, mediaType: 'ebook', format: 'text' }], country: 'US', provider: 'stripe' },
  });
  const { orderId, clientSecret } = json as { orderId: string; clientSecret: string };
  if (isPaid)
    await httpRequest(`${platform.url}/sandbox/stripe/pay`, { json: { clientSecret, outcome: 'succeeded' } });
  return orderId;
};

const settled = (page: Page) => page.getByRole('button', { name: paid.number }).first().waitFor();
const open = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`${platform.url}/admin?tab=orders${search}`);
  await settled(page);
};

describe.skipIf(!chromiumPath)('orders in the back office', () => {
  beforeAll(async () => {
    reader = await platform.newReader();
    const orderId = await buy(platform.books.dear, true);
    await buy(platform.books.cheap, false);
    paid = await until(
      'the order is paid',
      async () => (await orders().findOne({ _id: orderId, state: 'paid' })) ?? undefined,
    );
  });

  it.each(widthsInTurn(1))(
    'at %i px nothing overflows, axe finds nothing in list and drawer (ADM-17)',
    async (width) => {
      await using visitor = await openDesk(browser, platform, platform.admin, width);
      const page = await visitor.newPage();
      for (const [part, address] of [
        ['list', ''],
        ['drawer', `&open=${paid._id}`],
        ['reconciliation', '&view=reconciliation'],
      ] as const) {
        await page.goto(`${platform.url}/admin?tab=orders${address}`);
        if (part === 'reconciliation') await page.getByText('No day was reconciled yet').waitFor();
        else await settled(page);
        if (part === 'drawer') await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor();
        await expectFine(page, `orders-${part}`);
      }
      expect(visitor.problems).toEqual([]);
    },
  );

  it('refunds a part by keyboard alone, once; the order and the acts of admins have it (PAY-42, ADM-47)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page);
    await page.keyboard.press('/');
    await page.keyboard.type(paid.number);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await tabTo(page, new RegExp(`^button ${paid.number}`));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Order ${paid.number}` }).waitFor();
    await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor();
    await tabTo(page, /^input All that is left/);
    await page.keyboard.press('ArrowDown');
    await type(page, /^input Amount/, '2.50');
    await type(page, /^input Reason/, 'Torn page');
    await press(page, /^button Refund …/);
    const question = page.getByRole('dialog', { name: /^Refund .*2\.50 of order/ });
    await question.waitFor();
    await tabTo(page, /^button Refund$/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Refund of .*2\.50 is in the order\.$/)
      .first()
      .waitFor();

    const { refunds = [], promisedMinor } = await stored();
    expect(refunds.map(({ amountMinor, reason }) => [amountMinor, reason])).toEqual([
      [REFUNDED_MINOR, 'Torn page'],
    ]);
    expect(promisedMinor).toBe(REFUNDED_MINOR);
    await page.goto(`${platform.url}/admin`);
    await page.getByText('payments: refund order').first().waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('refuses a refund of an order that another admin changed', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, `&open=${paid._id}`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.getByLabel('Reason').fill('Bought twice');
    const before = (await stored()).refunds?.length ?? 0;
    const { amount } = (await createClient(paymentsApi, {
      baseUrl: platform.api,
      token: () => platform.admin.token,
    }).refundOrder({
      params: { orderId: paid._id },
      body: { reason: 'By another admin', amountMinor: 1 },
    })) as { amount: { minor: number } };
    expect(amount.minor).toBeGreaterThan(0);
    await page.getByText('This order has changed since you opened it.').waitFor();
    expect(await page.getByRole('button', { name: 'Refund …' }).count()).toBe(0);
    expect((await stored()).refunds).toHaveLength(before + 1);
  });

  it('grants access again, writes the CSV of the server, and all orders to the sheet (ADM-17)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, `&open=${paid._id}`);
    await page.getByRole('button', { name: 'Resend access' }).click();
    await page.getByText('Access is granted again.').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('open=');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    // `Response` takes a Node stream too, which its type does not say
    const text = await new Response((await download.createReadStream()) as never).text();
    expect(text).toContain(paid.number);

    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await page.getByText('Synced 2 orders').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('shows an order without a reload when it is placed, before anybody pays (P84)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin?tab=orders&status=pending`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.locator('[data-row]').first().waitFor();
    const count = await page.locator('[data-row]').count();

    const orderId = await buy(platform.books.dear, false, await platform.newReader());
    await page.locator(`[data-row="${orderId}"]`).waitFor({ timeout: LIVE_MS });
    expect(await page.locator('[data-row]').count()).toBe(count + 1);
    expect(visitor.problems).toEqual([]);
  });

  it('shows a purchase without a reload when it is paid (P84)', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await open(page, '&status=paid');
    await page.getByText('Live', { exact: true }).first().waitFor();
    const count = await page.locator('[data-row]').count();

    const orderId = await buy(platform.books.cheap, true);
    await page.locator(`[data-row="${orderId}"]`).waitFor({ timeout: LIVE_MS });
    expect(await page.locator('[data-row]').count()).toBe(count + 1);
    expect(visitor.problems).toEqual([]);
  });

  it('P79 USE-17 the revenue of an open dashboard moves without a reload when an order is paid', async () => {
    await using visitor = await openDesk(browser, platform, platform.admin);
    const page = await visitor.newPage();
    await page.goto(`${platform.url}/admin`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    const card = page.getByRole('region', { name: 'Numbers' }).locator('div', { hasText: 'Revenue' });
    const orders = async (): Promise<number> =>
      Number(/^(\d+) paid orders?$/.exec((await card.locator('dd').nth(1).textContent()) ?? '')?.[1]);
    // what was paid before is counted
    await expect.poll(orders, { timeout: LIVE_MS }).toBeGreaterThan(0);
    const [count, revenue] = [await orders(), await card.locator('dd').first().textContent()];
    await page.evaluate('window.isSameDocument = true');

    await buy(platform.books.dear, true, await platform.newReader());
    await expect.poll(orders, { timeout: LIVE_MS }).toBe(count + 1);
    expect(await card.locator('dd').first().textContent()).not.toBe(revenue);
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
    expect(visitor.problems).toEqual([]);
  });
});
