/** An order, its receipt and its refund, as the buyer sees them. */
import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { apiCaller, logIn, registerReader } from './support/api-client.ts';
import { axeViolations } from './support/axe.ts';
import { chromiumPath, openVisitor, saveForReview, signIn } from './support/browser.ts';
import { press } from './support/keyboard.ts';
import { looksInTurn } from './support/looks.ts';
import { EDITOR } from './support/npm-start.ts';
import { useShopInChromium } from './support/opened.ts';
import { booksForSale, newUser, payInCashfree } from './support/purchase-flow.ts';

/** A sheet of paper at 96 dots an inch. */
const A4 = { width: 794, height: 1123 } as const;

/** The text of an element without its hidden parts, with single spaces. */
const shownText = async (page: Page, selector: string): Promise<string> =>
  String(await page.evaluate(`document.querySelector('${selector}').innerText`)).replaceAll(/\s+/g, ' ');

describe.skipIf(!chromiumPath)('orders and receipts in Chromium', () => {
  const here = useShopInChromium();

  const signedIn = async () => {
    const person = newUser();
    const reader = await registerReader(here.shop.url, person);
    const visitor = await openVisitor(here.browser, here.shop.url, { viewport: { width: 360, height: 780 } });
    const page = await visitor.newPage();
    await signIn(page, here.shop.url, person);
    return { ...reader, visitor, page };
  };
  const start = (call: ReturnType<typeof apiCaller>, media: string) =>
    call('POST', '/api/payments/create', {
      items: [{ media }],
      country: 'IN',
      name: 'ऋतु شاہ',
      email: newUser().email,
    }) as Promise<{ orderId: string; paymentSessionId: string }>;
  const bookIn = async (language: string): Promise<MediaItem> => {
    const books = await booksForSale(here.shop.url);
    const found = books.find((book) => book.language === language) ?? books[0];
    if (!found) throw new Error('no book is for sale');
    return found;
  };

  let audits = 0;
  /** Violations of the page in its looks, and sideways scrolling. */
  const audit = async (page: Page, name: string): Promise<string[]> => {
    const found: string[] = [];
    audits += 1;
    for (const { width, colorScheme, rules } of looksInTurn(audits)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const violations = await axeViolations(page, rules);
      found.push(...violations.map((text) => `${name} ${width} ${colorScheme}: ${text}`));
      const over = Number(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      );
      if (over > 0) found.push(`${name} ${width}: ${over} px too wide`);
      await saveForReview(page, `order-${name}-${width}-${colorScheme}`);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await page.emulateMedia({ colorScheme: 'light' });
    return found;
  };

  it.each(['en', 'hi', 'ur', 'ta', 'bn'])(
    'a receipt of a title in %s: page, paper and PDF',
    async (language) => {
      const { httpRequest, visitor, page } = await signedIn();
      await using _visitor = visitor;
      const book = await bookIn(language);
      const { orderId, paymentSessionId } = await start(httpRequest, book._id);
      await httpRequest('POST', '/sandbox/cashfree/pay', { paymentSessionId, outcome: 'success' });
      await httpRequest('POST', '/api/payments/cashfree/verify', { orderId });

      await page.goto(`${here.shop.url}/orders/${orderId}/receipt`);
      const sheet = page.getByRole('article', { name: /^Receipt ST-/ });
      await sheet.waitFor();
      const number = (await sheet.getAttribute('aria-label'))?.slice('Receipt '.length) ?? '';
      const title = sheet.getByText(book.title, { exact: true });

      expect(await title.getAttribute('lang')).toBe(book.language);
      const style = `getComputedStyle(document.querySelector('article th bdi[lang]'))`;
      expect(await page.evaluate(`[${style}.direction, ${style}.unicodeBidi]`)).toEqual([
        language === 'ur' ? 'rtl' : 'ltr',
        'isolate',
      ]);
      const text = await shownText(page, 'article');
      for (const part of [number, book.creator, 'ऋतु شاہ', 'STR MEDIA', 'UPI, card or bank, by Cashfree'])
        expect(text).toContain(part);
      expect(text).toContain(`₹${book.priceINR?.toFixed(2)}`);
      // neither the name of the shop nor an address on the paper, and the order number alone in the title
      expect(await page.title()).toBe(number);
      expect(text).not.toMatch(/satrangi|http/i);
      expect(await audit(page, `receipt-${language}`)).toEqual([]);

      await page.setViewportSize(A4);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const visible = await shownText(page, 'body');
      expect(visible).toContain(number);
      expect(visible).not.toMatch(/Satrangi|Digital library|Print|Save as PDF|Privacy/);
      await saveForReview(page, `order-receipt-${language}-print`);
      const paper = await page.pdf({ preferCSSPageSize: true, printBackground: false });
      expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as PDF' }).click();
      expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
      expect(visitor.problems).toEqual([]);
    },
  );

  it('continues a payment, and asks for a refund in two presses by keyboard; the page follows by itself', async () => {
    const { httpRequest, visitor, page } = await signedIn();
    await using _visitor = visitor;
    const book = await bookIn('en');
    const { orderId } = await start(httpRequest, book._id);

    await page.goto(`${here.shop.url}/orders`);
    await page.getByRole('link', { name: /^Order ST-/ }).click();
    await page.waitForURL(`${here.shop.url}/orders/${orderId}`);
    await page.getByRole('heading', { level: 1, name: 'Waiting for payment' }).waitFor();
    expect(await audit(page, 'pending')).toEqual([]);
    await page.getByRole('button', { name: /^Continue payment/ }).click();
    await payInCashfree(page);
    await page.getByRole('heading', { level: 1, name: "It's yours" }).waitFor();
    await page.getByText('Your statement will read STR MEDIA, without a title.').waitFor();
    expect(await page.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe(`/read/${book._id}`);
    expect(await audit(page, 'success')).toEqual([]);
    const orders = (await httpRequest('GET', '/api/payments/mine')) as { orderId: string }[];
    expect(orders.map((order) => order.orderId)).toEqual([orderId]);

    await page.getByRole('main').getByRole('link', { name: /^ST-/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    expect(await audit(page, 'paid')).toEqual([]);
    await press(page, /^button Ask for a refund$/);
    await page.getByRole('dialog', { name: 'Ask for a refund' }).waitFor();
    expect(await audit(page, 'refund-dialog')).toEqual([]);
    await press(page, /^button I bought it by mistake$/);
    await page.getByRole('heading', { level: 1, name: 'We have your refund request' }).waitFor();
    expect(await page.evaluate('document.activeElement?.textContent')).toMatch(/^We have your request\./);
    expect(await audit(page, 'refund-asked')).toEqual([]);

    const editor = apiCaller(here.shop.url, await logIn(here.shop.url, EDITOR));
    const waiting = (await editor('GET', '/api/admin/orders/search?attention=true')) as {
      orders: { _id: string; refundRequest: { reason: string } | null }[];
    };
    expect(waiting.orders.find(({ _id }) => _id === orderId)?.refundRequest?.reason).toBe(
      'I bought it by mistake',
    );
    await page.evaluate(`document.body.setAttribute('data-not-reloaded', 'yes')`);
    const answer = 'We could open the title on three devices. Which one is yours?';
    await editor('POST', `/api/admin/orders/${orderId}/refund-request/decline`, { reason: answer });
    await page.getByText(answer).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask for a refund' }).count()).toBe(0);
    expect(await audit(page, 'refund-declined')).toEqual([]);
    await editor('POST', `/api/admin/orders/${orderId}/refund`, { reason: 'Asked for in time' });
    await page.getByRole('heading', { level: 1, name: 'Refunded' }).waitFor();
    expect(await page.locator('body').getAttribute('data-not-reloaded')).toBe('yes');
    expect(await page.getByRole('link', { name: 'Read now' }).count()).toBe(0);
    expect(await audit(page, 'refunded')).toEqual([]);
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByText('The whole amount was given back.').waitFor();
    expect(await audit(page, 'receipt-refunded')).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  it('a gift: bought by UPI, seen by a visitor with its code, opened by a reader by keyboard, taken back while closed', async () => {
    const { httpRequest, visitor, page } = await signedIn();
    await using _visitor = visitor;
    const [book] = (await booksForSale(here.shop.url)).slice(-1);
    if (!book) throw new Error('no book is for sale');
    const buyGift = async (): Promise<string> => {
      await page.goto(`${here.shop.url}/ebook/${book._id}`);
      await page.getByRole('button', { name: 'Give it to somebody' }).click();
      const dialog = page.getByRole('dialog', { name: 'Give it to somebody' });
      await dialog.getByLabel('Name on the receipt').waitFor();
      expect(await audit(page, 'gift-dialog')).toEqual([]);
      await dialog.getByLabel('Their email (optional)').fill('friend@gifts.example');
      await dialog.getByRole('button', { name: /^Pay / }).click();
      await payInCashfree(page);
      await page.getByRole('heading', { level: 1, name: 'A gift to pass on' }).waitFor();
      return (await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/).textContent())?.trim() ?? '';
    };
    const code = await buyGift();
    await page.getByText(/^We have sent the code/).waitFor();
    expect(await audit(page, 'gift-order')).toEqual([]);
    expect(await httpRequest('GET', '/api/library')).toEqual([]);
    // the shape of the sandbox's mailbox
    const mails = (await httpRequest('GET', '/sandbox/mail?to=friend@gifts.example')) as { text: string }[];
    expect(mails[0]?.text).toContain(`/gift#code=${code.replaceAll('-', '')}`);
    expect(JSON.stringify(mails)).not.toContain(book.title);

    const giftLink = `${here.shop.url}/gift#code=${code.replaceAll('-', '')}`;
    const stranger = await openVisitor(here.browser, here.shop.url, {
      viewport: { width: 360, height: 780 },
    });
    await using _stranger = stranger;
    const seen = await stranger.newPage();
    const addresses: string[] = [];
    seen.on('request', (request) => void addresses.push(request.url()));
    await seen.goto(giftLink);
    await seen.getByRole('button', { name: 'See what it is' }).waitFor();
    expect(await shownText(seen, 'main')).not.toContain(book.title);
    expect(await audit(seen, 'gift-covered')).toEqual([]);
    await press(seen, /^button See what it is$/);
    await seen.getByRole('heading', { name: book.title }).waitFor();
    expect(await audit(seen, 'gift-shown')).toEqual([]);
    await press(seen, /^button Cover it again$/);
    await seen.getByLabel('Your code').waitFor();
    expect(await shownText(seen, 'main')).not.toContain(book.title);

    const friend = await signedIn();
    await using _friend = friend.visitor;
    await friend.page.goto(giftLink);
    await friend.page.getByLabel('Your code').waitFor();
    expect(friend.page.url()).toBe(`${here.shop.url}/gift`);
    expect(await audit(friend.page, 'gift')).toEqual([]);
    await press(friend.page, /^button Open it$/);
    await friend.page.getByRole('heading', { name: 'It’s yours' }).waitFor();
    expect(await audit(friend.page, 'gift-opened')).toEqual([]);
    await friend.page.getByRole('main').getByRole('link', { name: book.title }).click();
    await friend.page.getByText('You own this eBook').waitFor();

    // whoever still has the code sees no title any more
    await seen.getByRole('button', { name: 'See what it is' }).click();
    await seen.getByText('This gift has already been opened.').waitFor();
    expect(await shownText(seen, 'main')).not.toContain(book.title);
    for (const where of [addresses.join(' '), here.shop.output()])
      expect(where).not.toContain(code.replaceAll('-', ''));

    // the page of the buyer follows by itself
    await page.getByRole('heading', { level: 1, name: 'Your gift was opened' }).waitFor();
    expect(await page.getByText(code).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Take the gift back' }).count()).toBe(0);

    const second = await buyGift();
    await press(page, /^button Take the gift back$/);
    await page.getByRole('dialog', { name: 'Take the gift back' }).waitFor();
    expect(await audit(page, 'gift-back')).toEqual([]);
    await press(page, /^button Take it back$/);
    await page.getByRole('heading', { level: 1, name: 'Refunded' }).waitFor();
    expect(await page.getByText(second).count()).toBe(0);
    await friend.page.goto(`${here.shop.url}/gift#code=${second.replaceAll('-', '')}`);
    await friend.page.getByRole('button', { name: 'Open it' }).click();
    await friend.page.getByText('This gift was taken back by the person who bought it.').waitFor();
    expect([...visitor.problems, ...friend.visitor.problems, ...stranger.problems]).toEqual([]);
  });

  it('nothing of an order is public: the same HTML for every id, no index, and only its buyer sees it', async () => {
    const { httpRequest, buy } = await registerReader(here.shop.url, newUser());
    const orderId = await buy((await bookIn('en'))._id);
    const stranger = await signedIn();
    await using _visitor = stranger.visitor;

    for (const rest of ['', '/receipt']) {
      const [known, unknown] = await Promise.all(
        [orderId, 'nothing'].map(async (id) => {
          const response = await fetch(`${here.shop.url}/orders/${id}${rest}`);
          const html = (await response.text()).replaceAll(id, 'ID');
          return [response.status, response.headers.get('x-robots-tag'), html];
        }),
      );
      expect(known).toEqual(unknown);
      expect(known?.[0]).toBe(200);
      expect(known?.[1]).toMatch(/noindex/);
    }
    const { number } = (await httpRequest('GET', `/api/payments/orders/${orderId}`)) as { number: string };
    await stranger.page.goto(`${here.shop.url}/orders/${orderId}`);
    await stranger.page.getByRole('heading', { level: 1, name: 'Order not found' }).waitFor();
    await stranger.page.goto(`${here.shop.url}/orders/${orderId}/receipt`);
    await stranger.page.getByText('This order does not exist, or belongs to another account.').waitFor();
    expect(await stranger.page.content()).not.toContain(number);

    await stranger.visitor.context.clearCookies();
    await stranger.page.evaluate('localStorage.clear()');
    await stranger.page.goto(`${here.shop.url}/orders/${orderId}`);
    await stranger.page.waitForURL(/\/login\?next=/);
    expect(stranger.visitor.problems).toEqual([]);
  });
});
