/** Tasks of paying: an own title, a gift, its code, a receipt and a refund. */
import { expect } from 'vitest';
import { registerReader } from '../support/api-client.ts';
import { FROM_US, newUser, payByCard, startPaying } from '../support/purchase-flow.ts';
import type { Scene, Task } from './task.ts';
import { openProfile } from './ways.ts';

/** The last press of a payment by UPI: what the app of a bank asks for. */
const approve = ({ page, steps }: Scene): Promise<void> =>
  steps.press(
    page.getByRole('dialog', { name: 'Cashfree sandbox checkout' }).getByRole('button', { name: /^Pay / }),
  );
const pay = async (scene: Scene): Promise<void> => {
  const dialog = scene.page.getByRole('dialog', { name: /^(Buy|Give) / });
  await scene.steps.press(dialog.getByRole('button', { name: /^Pay / }));
  await approve(scene);
};
const isYours = ({ page }: Scene): Promise<void> =>
  page.getByRole('heading', { name: "It's yours" }).waitFor();

/** From here on the requests come from the United States. */
const abroad = ({ context }: Scene): Promise<void> => context.setExtraHTTPHeaders(FROM_US);

/** Buys the title of the open page by card, which Stripe then stores. */
const buyAndKeepCard = async (scene: Scene): Promise<void> => {
  const { page } = scene;
  await page.getByRole('button', { name: 'Buy eBook' }).first().click();
  await page.getByRole('checkbox', { name: 'Keep this card for next time' }).check();
  await startPaying(page);
  await payByCard(page);
  await isYours(scene);
};

/** A title that somebody else gives. @returns the code of its order */
const giftCode = async ({ home, title }: Scene): Promise<string> => {
  const { httpRequest: call } = await registerReader(home, newUser());
  const { orderId, paymentSessionId } = (await call('POST', '/api/payments/create', {
    items: [{ media: title('Lavender Tiffin')._id }],
    country: 'IN',
    isGift: true,
  })) as { orderId: string; paymentSessionId: string };
  await call('POST', '/sandbox/cashfree/pay', { paymentSessionId, outcome: 'success' });
  await call('POST', '/api/payments/cashfree/verify', { orderId });
  const { gift } = (await call('GET', `/api/payments/orders/${orderId}`)) as { gift: { code: string } };
  return gift.code;
};

export const buying: readonly Task[] = [
  {
    name: 'buy a first book without an account',
    as: 'visitor',
    from: 'the page of a book',
    start: ({ open, title }) => open(title('The Monsoon Register')),
    run: async (scene) => {
      const { page, steps } = scene;
      const person = newUser();
      await steps.press(page.getByRole('link', { name: 'Create an account' }));
      await steps.type(page.getByLabel('What should we call you?'), person.name);
      await steps.type(page.getByLabel('Phone number or email'), person.email);
      await steps.type(page.getByLabel('Password', { exact: true }), person.password);
      await steps.press(page.getByRole('button', { name: /Create/ }));
      await pay(scene);
      await isYours(scene);
    },
    steps: 7,
    best: 7,
    by: { steps: 'buy, a name, an address, a password, create, pay, approve' },
  },
  {
    name: 'buy another book with a stored card',
    as: 'own reader',
    from: 'the page of a book, abroad',
    start: async (scene) => {
      const { open, title } = scene;
      await abroad(scene);
      await open(title('Lavender Tiffin'));
      await buyAndKeepCard(scene);
      await open(title('The Monsoon Register'));
    },
    run: async (scene) => {
      await scene.steps.press(
        scene.page.getByRole('button', { name: /^Buy now for \$.* ending in 4242$/ }).first(),
      );
      await isYours(scene);
    },
    steps: 1,
    by: {
      product: 'FastSpring 1ClickPay',
      steps: 'one press, with stored payment details',
      page: 'https://developer.fastspring.com/docs/1clickpay',
    },
  },
  {
    name: 'buy another book by UPI',
    as: 'own reader',
    from: 'the page of a book',
    start: async ({ open, title, buy }) => {
      await buy(title('Lavender Tiffin'));
      await open(title('The Monsoon Register'));
    },
    run: async (scene) => {
      await scene.steps.press(scene.page.getByRole('button', { name: 'Buy eBook' }).first());
      await pay(scene);
      await isYours(scene);
    },
    steps: 3,
    by: {
      product: 'Google Store',
      steps: 'from the cart: check out, the app of UPI, approve in it',
      page: 'https://support.google.com/store/answer/16304444',
    },
  },
  {
    name: 'give a book to somebody by mail',
    as: 'own reader',
    from: 'the page of a book',
    start: ({ open, title }) => open(title('The Monsoon Register')),
    run: async (scene) => {
      const { page, steps } = scene;
      await steps.press(page.getByRole('button', { name: 'Give it to somebody' }));
      await steps.type(page.getByLabel('Their email (optional)'), newUser().email);
      await pay(scene);
      await page.waitForURL(/\/orders\//);
      await page.getByText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/).waitFor();
    },
    steps: 4,
    best: 5,
    by: {
      product: 'Kindle',
      steps: 'give as a gift, by mail, the address, now, place your order',
      page: 'http://thebooksmachine.com/helpamazon.html',
    },
  },
  {
    name: 'see what a gift is without an account',
    as: 'visitor',
    from: 'the page for gifts, with a code on paper',
    start: ({ page, home }) => page.goto(`${home}/gift`),
    run: async (scene) => {
      const { page, steps } = scene;
      const code = await giftCode(scene);
      await steps.type(page.getByLabel('Your code'), code);
      await steps.press(page.getByRole('button', { name: 'See what it is' }));
      await page.getByRole('heading', { name: 'Lavender Tiffin' }).waitFor();
    },
    steps: 2,
    by: { steps: 'the code, see' },
  },
  {
    name: 'open a gift with its code',
    as: 'own reader',
    from: 'the page for gifts, with a code on paper',
    start: ({ page, home }) => page.goto(`${home}/gift`),
    run: async (scene) => {
      const { page, steps } = scene;
      const code = await giftCode(scene);
      await steps.type(page.getByLabel('Your code'), code);
      await steps.press(page.getByRole('button', { name: 'Open it' }));
      await page.getByRole('heading', { name: 'It’s yours' }).waitFor();
      await page.getByRole('link', { name: 'Lavender Tiffin' }).waitFor();
    },
    steps: 2,
    by: {
      product: 'App Store',
      steps: 'on the page for codes: the code, Redeem',
      page: 'https://emailmeapp.net/how-to-redeem-ios-promo-code',
    },
  },
  {
    name: 'save the receipt of an order as a PDF',
    as: 'own reader',
    from: 'the home page',
    start: async ({ page, home, title, buy }) => {
      await buy(title('The Monsoon Register'));
      await page.goto(home);
    },
    run: async (scene) => {
      const { page, steps } = scene;
      await openProfile(scene);
      await steps.press(page.getByRole('main').getByRole('link', { name: 'Receipt' }));
      const download = page.waitForEvent('download');
      await steps.press(page.getByRole('button', { name: 'Save as PDF' }));
      expect((await download).suggestedFilename()).toMatch(/^ST-.*\.pdf$/);
    },
    steps: 3,
    by: {
      product: 'Amazon',
      steps: 'Your Orders, Invoice, print or download',
      page: 'https://www.templateroller.com/blog/what-is-an-invoice-on-amazon.html',
    },
  },
  {
    name: 'ask for the money back',
    as: 'own reader',
    from: 'the home page',
    start: async ({ page, home, title, buy }) => {
      await buy(title('The Monsoon Register'));
      await page.goto(home);
    },
    run: async (scene) => {
      const { page, steps, call } = scene;
      await openProfile(scene);
      await steps.press(page.getByRole('main').getByRole('button', { name: /^Ask for a refund/ }));
      await steps.press(page.getByRole('button', { name: 'I bought it by mistake' }));
      const refunds = async (): Promise<string> => JSON.stringify(await call('GET', '/api/payments/mine'));
      await expect.poll(refunds).toContain('"refund":"asked"');
    },
    steps: 3,
    best: 4,
    by: {
      product: 'Apple',
      steps: 'the page for problems, Report a Problem, the reason, submit',
      page: 'https://support.apple.com/en-md/HT204084',
    },
  },
];
