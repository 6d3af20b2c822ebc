import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cashfreeAt, control, orderOf, paymentsOf, startSandboxFixture, stripeAt } from './fixture.ts';
import { chromiumPath, openBrowser, startShopPage, violationsIn } from './shop-page.ts';

type StripeJs = {
  confirmCardPayment: (secret: string, data: { payment_method: string }) => Promise<unknown>;
};

const inBrowser = it.skipIf(chromiumPath === undefined);

const readOutput = async (page: Page, text: string): Promise<string> => {
  const output = page.locator('output', { hasText: text });
  await output.waitFor();
  return (await output.textContent()) ?? '';
};

const focusedText = (page: Page): Promise<string | null> => page.locator(':focus').textContent();

const openShopFixture = async () => {
  const stack = new AsyncDisposableStack();
  const front = stack.use(await startShopPage());
  const fixture = stack.use(await startSandboxFixture(front.url));
  front.proxyTo(fixture);
  const intent = await stripeAt(fixture).paymentIntents.create({ amount: 999, currency: 'usd' });
  const { data } = await cashfreeAt(fixture).PGCreateOrder(
    orderOf('order_1', { order_meta: { return_url: `${front.url}/payment-success?order_id={order_id}` } }),
  );
  const session = String(data.payment_session_id);
  const query = new URLSearchParams({ secret: intent.client_secret ?? '', session });
  return {
    front,
    sandbox: fixture,
    session,
    shopUrl: `${front.url}/?${query}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

inBrowser('the card form reports missing fields and a declined card, and accepts the next one', async () => {
  await using fixture = await openShopFixture();
  await using browser = await openBrowser();
  const { page, pageErrors } = browser;
  await page.goto(fixture.shopUrl);
  const number = page.getByLabel('Card number (sandbox)');

  await number.fill('4242');
  await number.press('Enter');
  const incomplete = await readOutput(page, 'incomplete');
  const isFocused = await number.evaluate((input) => input.matches(':focus[aria-invalid="true"]'));
  await number.fill('4000 0000 0000 0002');
  await number.press('Enter');
  const declined = await readOutput(page, 'declined');
  await number.fill('4242 4242 4242 4242');
  await number.press('Enter');
  const paid = await readOutput(page, 'succeeded');

  expect(incomplete).toContain('Your card number is incomplete.');
  expect(isFocused).toBe(true);
  expect(JSON.parse(declined).error).toMatchObject({
    code: 'card_declined',
    message: 'Your card was declined.',
  });
  expect(JSON.parse(paid).paymentIntent).toMatchObject({ amount: 999, status: 'succeeded' });
  expect(pageErrors).toEqual([]);
});

inBrowser(
  'a billing address that is asked for has the name in it, and must be whole before the card is charged',
  async () => {
    await using fixture = await openShopFixture();
    await using browser = await openBrowser();
    const { page, pageErrors } = browser;
    await page.goto(fixture.shopUrl);
    const name = page.getByLabel('Full name (sandbox)');
    const given = await name.inputValue();
    const address = page.getByLabel('Address (sandbox)', { exact: true });

    await address.fill(' ');
    await address.press('Enter');
    const incomplete = await readOutput(page, 'incomplete');
    const isFocused = await address.evaluate((input) => input.matches(':focus[aria-invalid="true"]'));
    const before = await paymentsOf(fixture.sandbox);
    await address.fill('1 Lake Road');
    await address.press('Enter');
    const paid = await readOutput(page, 'succeeded');

    expect(given).toBe('Asha Rao');
    expect(JSON.parse(incomplete).error).toMatchObject({ code: 'incomplete_address' });
    expect(isFocused).toBe(true);
    expect(before.some(({ isPaid }) => isPaid)).toBe(false);
    expect(JSON.parse(paid).paymentIntent).toMatchObject({ status: 'succeeded' });
    expect(pageErrors).toEqual([]);
  },
);

inBrowser('a stored card pays without a form, and one of another customer is refused', async () => {
  await using fixture = await openShopFixture();
  await using browser = await openBrowser();
  const stripe = stripeAt(fixture.sandbox);
  const usage = { amount: 999, currency: 'usd', setup_future_usage: 'on_session' } as const;
  const newCustomer = async () => (await stripe.customers.create()).id;
  const customer = await newCustomer();
  const secretOf = async (more: object) =>
    (await stripe.paymentIntents.create({ ...usage, ...more })).client_secret ?? '';
  const clientSecret = await secretOf({ customer });
  await control(fixture.sandbox, 'POST', '/stripe/pay', { clientSecret, outcome: 'succeeded' });
  const stored = (await stripe.paymentMethods.list({ customer, type: 'card' })).data[0]?.id ?? '';
  await browser.page.goto(fixture.shopUrl);
  const pay = (secret: string) =>
    browser.page.evaluate(
      async (request) => {
        // a global of the page, which the shim defines
        const shop = (globalThis as unknown as { Stripe: (key: string) => StripeJs }).Stripe('pk_test_x');
        return shop.confirmCardPayment(request.secret, { payment_method: request.stored });
      },
      { secret, stored },
    );

  expect(await pay(await secretOf({ customer }))).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  expect(await pay(await secretOf({ customer: await newCustomer() }))).toMatchObject({
    error: { code: 'resource_missing', param: 'payment_method' },
  });
  expect(browser.pageErrors).toEqual([]);
});

inBrowser(
  'the checkout dialog takes the focus, closes by Esc or by a choice, and gives the focus back',
  async () => {
    await using fixture = await openShopFixture();
    await using browser = await openBrowser();
    const { page, pageErrors } = browser;
    await page.goto(fixture.shopUrl);
    await page.getByRole('button', { name: 'Pay by Cashfree' }).focus();

    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cashfree sandbox checkout' });
    await dialog.waitFor();
    await page.locator('h2:focus').waitFor();
    await page.keyboard.press('Escape');
    const closed = await readOutput(page, 'closed');
    const focusAfterEsc = await focusedText(page);
    await page.keyboard.press('Enter');
    await page.locator('h2:focus').waitFor();
    await page.keyboard.press('Tab');
    const firstChoice = await focusedText(page);
    await page.keyboard.press('Enter');
    const finished = await readOutput(page, 'finished');

    expect(JSON.parse(closed)).toMatchObject({ error: { code: 'payment_aborted' } });
    expect(focusAfterEsc).toBe('Pay by Cashfree');
    expect(firstChoice).toBe('Pay ₹499.50');
    expect(JSON.parse(finished)).toMatchObject({ paymentDetails: {} });
    expect(await focusedText(page)).toBe('Pay by Cashfree');
    const books = await paymentsOf(fixture.sandbox);
    expect(books.find(({ orderId }) => orderId === 'order_1')).toMatchObject({
      isPaid: true,
      amountMinor: 49950,
    });
    expect(pageErrors).toEqual([]);
  },
);

inBrowser('checkout in the same window leads to the hosted page and back to the shop', async () => {
  await using fixture = await openShopFixture();
  await using browser = await openBrowser();
  const { page, pageErrors } = browser;
  await page.goto(`${fixture.shopUrl}&target=_self`);

  await page.getByRole('button', { name: 'Pay by Cashfree' }).click();
  await page.waitForURL('**/sandbox/cashfree/checkout**');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment-success?order_id=order_1');

  expect(pageErrors).toEqual([]);
});

inBrowser.for(['light', 'dark'] as const)('axe finds no violation in %s colours', async (colours) => {
  await using fixture = await openShopFixture();
  await using browser = await openBrowser(colours);
  const { page } = browser;
  const found: Record<string, string[]> = {};

  await page.goto(fixture.shopUrl);
  found.form = await violationsIn(page);
  await page.getByRole('button', { name: 'Pay by Cashfree' }).click();
  await page.locator('h2:focus').waitFor();
  found.dialog = await violationsIn(page);
  await page.goto(`${fixture.front.url}/sandbox/cashfree/checkout?session=${fixture.session}`);
  found.hosted = await violationsIn(page);
  await page.goto(`${fixture.front.url}/sandbox`);
  found.overview = await violationsIn(page);

  expect(found).toEqual({ form: [], dialog: [], hosted: [], overview: [] });
});
