import { formatMoney, pagePaths, pathWithId } from '@satrangi/contracts';
import { type Order, purposeOf } from '../orders/order.rules.ts';

export type ReceiptSettings = {
  readonly RECEIPT_SUBJECT: string;
  readonly THANKS_SUBJECT: string;
  readonly RECEIPT_TITLES: boolean;
  readonly STATEMENT_NAME: string;
  readonly PUBLIC_URL: string;
};

export type Receipt = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(date);

/** The greeting with the name as typed; none without a name. */
const greeting = (name: string | null): string[] => (name ? [`Hello ${name.replaceAll(/\s+/g, ' ')},`] : []);

/** Where the buyer finds what was bought. The code of a gift is on the page of its order, not in the mail. */
const placeOf = (order: Order, home: URL): { readonly text: string; readonly href: string } | null => {
  switch (purposeOf(order)) {
    case 'purchase':
      return { text: 'Find it in your library', href: new URL(pagePaths.library, home).href };
    case 'gift-purchase':
      return {
        text: 'The code to pass on is here',
        href: new URL(pathWithId(pagePaths.order, order._id), home).href,
      };
    case 'contribution':
    case 'virtual-run':
      return null;
  }
};

/**
 * Composes the receipt mail of a paid order. Subject and sender do not reveal the shop or the items, because phones show
 * them on the lock screen. Titles are in the body only; `RECEIPT_TITLES=off` omits them. One order has one message id,
 * so that a mail program shows a duplicate once.
 * @param again id of a requested resend, which gets its own message id
 */
export const receiptFor = (order: Order, to: string, settings: ReceiptSettings, again?: string): Receipt => {
  const isPurchase = purposeOf(order) === 'purchase';
  const subject = order.items.length > 0 ? settings.RECEIPT_SUBJECT : settings.THANKS_SUBJECT;
  const opening = isPurchase ? 'Thank you. Your order is ready.' : 'Thank you. Your payment has arrived.';
  const home = new URL(settings.PUBLIC_URL);
  const refunds = new URL('/refunds', home).href;
  const place = placeOf(order, home);
  const items = settings.RECEIPT_TITLES
    ? order.items.map(({ title, unit }) => ({ title, price: formatMoney(unit) }))
    : [];
  const details: [string, string][] = [
    ['Order', order.number],
    ['Date', day(order.paidAt ?? order.createdAt)],
    ['Amount', formatMoney(order.amount)],
    ['On your statement', settings.STATEMENT_NAME],
  ];
  const text = [
    ...greeting(order.buyer.name),
    opening,
    details.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...(items.length > 0 ? [items.map(({ title, price }) => `- ${title}, ${price}`).join('\n')] : []),
    [...(place ? [`${place.text}: ${place.href}`] : []), `Refund policy: ${refunds}`].join('\n'),
  ].join('\n\n');
  const rows = details.map(
    ([name, value]) => `<tr><th align="left">${name}</th><td>${escaped(value)}</td></tr>`,
  );
  const list = items.map(({ title, price }) => `<li>${escaped(title)}, ${escaped(price)}</li>`);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>',
    `${escaped(subject)}</title></head><body>`,
    ...greeting(order.buyer.name).map((line) => `<p>${escaped(line)}</p>`),
    `<p>${opening}</p>`,
    `<table cellpadding="4">${rows.join('')}</table>`,
    list.length > 0 ? `<ul>${list.join('')}</ul>` : '',
    `<p>${place ? `<a href="${escaped(place.href)}">${place.text}</a> &middot; ` : ''}<a href="${escaped(refunds)}">Refund policy</a></p>`,
    '</body></html>',
  ].join('');
  return {
    to,
    subject,
    text,
    html,
    messageId: `<receipt.${order._id}${again ? `.${again}` : ''}@${home.hostname}>`,
  };
};
