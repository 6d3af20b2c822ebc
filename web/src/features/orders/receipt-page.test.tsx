import type { ReceiptView } from '@satrangi/contracts';
import { OrderId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { checkoutServers, type PaymentResponses } from '../../testing/checkout-servers.ts';
import { openPage } from '../../testing/open-page.tsx';

const AT = '2026-11-01T20:00:00.000Z';
const inr = (minor: number) => ({ minor, currency: 'INR' as const });
const receipt = (changes: Partial<ReceiptView> = {}): ReceiptView => ({
  orderId: OrderId.parse('order-1'),
  number: 'ST-10482K',
  kind: 'receipt',
  purpose: 'purchase',
  createdAt: AT,
  paidAt: AT,
  provider: 'cashfree',
  buyerName: 'ऋतु',
  seller: { name: 'STR Media Private Limited', address: '12 Hill Road, Mumbai', gstin: null },
  statementName: 'STR MEDIA',
  items: [
    {
      mediaType: 'ebook',
      title: 'رنگوں کا موسم',
      creator: 'ثمینہ صدیقی',
      language: 'ur',
      code: null,
      price: inr(149_900),
    },
  ],
  tax: null,
  total: inr(149_900),
  refund: 'none',
  refunded: inr(0),
  refunds: [],
  ...changes,
});
const open = (responses: PaymentResponses = { getReceiptView: () => receipt() }) =>
  openPage('/orders/order-1/receipt', { userId: 'asha', server: checkoutServers(responses) });
const sheet = async () => within(await screen.findByRole('article'));
const rows = async () =>
  (await sheet()).getAllByRole('row').map((row) => row.textContent?.replaceAll(/\s+/g, ' '));

describe('the page of a receipt', () => {
  it('has the content of a receipt; each name in its own language and direction', async () => {
    open();
    const { getByText, getAllByText } = await sheet();
    const title = getByText('رنگوں کا موسم');
    expect([title.lang, title.dir]).toEqual(['ur', 'rtl']);
    expect(getByText('ऋतु').lang).toBe('hi');
    for (const text of ['ST-10482K', 'STR Media Private Limited', '12 Hill Road, Mumbai', 'STR MEDIA'])
      expect(getByText(text)).toBeTruthy();
    expect(getAllByText('₹1,499.00')).toHaveLength(3);
    // the day in India, as on the PDF
    expect(getByText('paid on 2 November 2026')).toBeTruthy();
    expect(document.title).toBe('ST-10482K');
    expect((await sheet()).queryByText(/satrangi/i)).toBeNull();
  });

  it('of a tax invoice has GSTIN, code and the tax in the price', async () => {
    const { items, seller } = receipt();
    const taxed = receipt({
      kind: 'tax-invoice',
      seller: { ...seller, gstin: '27AAAAA0000A1Z5' },
      items: items.map((item) => ({ ...item, code: '4901' })),
      tax: { ratePercent: 18, taxable: inr(127_034), amount: inr(22_866) },
    });
    open({ getReceiptView: () => taxed });
    expect((await sheet()).getByRole('heading', { name: 'Tax invoice' })).toBeTruthy();
    expect((await sheet()).getByText('GSTIN 27AAAAA0000A1Z5')).toBeTruthy();
    expect((await sheet()).getByText('HSN 4901')).toBeTruthy();
    expect((await rows()).slice(2)).toEqual([
      'Taxable value₹1,270.34',
      'GST 18%, contained in the price₹228.66',
      'Total paid₹1,499.00',
    ]);
  });

  it('lists refunds and what remains', async () => {
    const part = receipt({
      refund: 'partly',
      refunded: inr(50_000),
      refunds: [
        { at: AT, amount: inr(20_000) },
        { at: AT, amount: inr(30_000) },
      ],
    });
    open({ getReceiptView: () => part });
    expect((await rows()).slice(2)).toEqual([
      'Total paid₹1,499.00',
      'Given back on 2 November 2026−₹200.00',
      'Given back on 2 November 2026−₹300.00',
      'Paid after refunds₹999.00',
    ]);
  });

  it('omits titles when the shop does, and names a contribution', async () => {
    const [item] = receipt().items;
    if (!item) throw new Error('no item');
    const { client } = open({
      getReceiptView: () => receipt({ items: [{ ...item, title: null, creator: null }] }),
    });
    expect((await rows())[1]).toBe('eBook₹1,499.00');
    client.setQueryData(
      ['payments', 'order', 'order-1', 'receipt'],
      receipt({ purpose: 'contribution', items: [] }),
    );
    await waitFor(async () => expect((await rows())[1]).toBe('Contribution₹1,499.00'));
  });

  it('prints, and saves the PDF; shows an error when that cannot be loaded', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Save as PDF' }));
    expect((await screen.findByRole('alert')).textContent).toBe("We couldn't load the receipt. Try again.");
  });

  it.each([
    ['not-found', 'Order not found', 'This order does not exist, or belongs to another account.'],
    [
      'payment-not-complete',
      'There is a receipt once the order is paid',
      'There is a receipt once the order is paid.',
    ],
  ] as const)('explains %s', async (code, detail, text) => {
    const getReceiptView = () => {
      throw new FakeProblem(code, detail);
    };
    open({ getReceiptView });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('goes to the login without a session', async () => {
    const { where } = openPage('/orders/order-1/receipt', { server: checkoutServers() });
    await waitFor(() => expect(where()).toBe('/login?next=%2Forders%2Forder-1%2Freceipt'));
  });
});
