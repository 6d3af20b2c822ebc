import { AdminOrder } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { orderUserText } from '../features/orders/order-user.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const inr = (minor: number) => ({ minor, currency: 'INR' as const });
const order = (n: number, more: object = {}): AdminOrder =>
  AdminOrder.parse({
    _id: `order-${n}`,
    number: `ST-${n}`,
    purpose: 'purchase',
    createdAt: AT,
    paidAt: AT,
    user: { _id: `user-${n}`, name: `Reader ${n}`, email: `reader-${n}@example.org` },
    items: [
      {
        media: { _id: 'm1', title: 'Seven Ways Home' },
        mediaType: 'ebook',
        format: 'text',
        price: inr(49900),
      },
    ],
    total: 499,
    amount: inr(49900),
    paymentStatus: 'paid',
    paymentProvider: 'cashfree',
    reference: `pay-${n}`,
    fulfilled: true,
    receipt: 'sent',
    refunded: inr(0),
    refundable: inr(49900),
    refunds: [],
    refundRequest: null,
    dispute: null,
    heldBack: null,
    ...more,
  });

const refundOf = (minor: number, reason: string) => ({
  id: `refund-${minor}`,
  amount: inr(minor),
  reason,
  state: 'pending' as const,
  by: 'asha',
  askedAt: AT,
  doneAt: null,
});

type Asked = { page: number; pageSize: number; text?: string | undefined };
const answering =
  (...all: AdminOrder[]) =>
  ({ query }: { query: Asked }) => {
    const found = query.text
      ? all.filter(({ _id, number }) => [String(_id), number].includes(query.text ?? ''))
      : all;
    return { orders: found, total: found.length, page: 1, pages: 1 };
  };

const row = (number: string) => screen.findByRole('button', { name: number });
const openOrder = async (user: ReturnType<typeof openAdmin>['user'], number: string) => {
  await user.click(await row(number));
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${number}` }));
  await drawer.findByRole('heading', { name: 'Send again' });
  return drawer;
};

describe('Orders (ADM-17)', () => {
  it('has its columns; views, filters, search and page are in the address and asked of the server', async () => {
    const asked: object[] = [];
    const { user } = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: ({ query }) => {
          asked.push(query);
          return { orders: [order(1)], total: 120, page: query.page, pages: 3 };
        },
      },
    });
    await row('ST-1');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['', 'Created', 'Order ID', 'User', 'Items', 'Total (₹)', 'Status', 'Provider']);
    expect(screen.getByText('1–50 of 120')).toBeTruthy();

    await user.click(screen.getByRole('link', { name: 'Refund requests' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ refund: 'requested', page: 1, pageSize: 50 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), 'stripe');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'st-1{Enter}');
    expect(location.search).toBe('?tab=orders&view=refund-requests&provider=stripe&q=st-1');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        refund: 'requested',
        provider: 'stripe',
        text: 'st-1',
        page: 1,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(location.search).toBe('?tab=orders&view=refund-requests');
  });

  it('says so when it could not load, keeps its head, and tries again', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: ({ query }) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return answering(order(1))({ query });
        },
      },
    });
    expect(await screen.findByText('Failed to load orders')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Order ID' })).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await row('ST-1');
  });

  it('says how many orders were synced, once for two clicks', async () => {
    const held = Promise.withResolvers<{ ok: true; count: number }>();
    const sync = vi.fn(() => held.promise);
    const { user } = openAdmin('/?tab=orders', { payments: { syncOrders: sync } });
    await user.dblClick(await screen.findByRole('button', { name: 'Sync' }));
    held.resolve({ ok: true, count: 1234 });
    expect((await screen.findAllByText('Synced 1,234 orders')).length).toBeGreaterThan(0);
    expect(sync).toHaveBeenCalledOnce();
  });

  it('offers the CSV of the server when the sync failed', async () => {
    const { user, fetched } = openAdmin('/?tab=orders', {
      payments: {
        syncOrders: () => {
          throw new FakeProblem('unavailable', 'Sync failed');
        },
      },
    });
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const fake = fetched.getMockImplementation();
    fetched.mockImplementation(async (input, init) =>
      String(input).endsWith('/admin/orders.csv')
        ? new Response('\uFEFFCreated\r\n', { headers: { 'content-type': 'text/csv' } })
        : (fake?.(input, init) as Promise<Response>),
    );
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Sync failed')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save as CSV instead' }));
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^orders-\d{4}-\d\d-\d\d\.csv$/)]));
  });
});

describe('the user of an order (ADM-18)', () => {
  it.each([
    [{ _id: 'u1', name: 'Asha', email: 'asha@example.org' }, 'Asha'],
    [{ _id: 'u1', name: null, email: 'asha@example.org' }, 'asha@example.org'],
    [{ _id: 'u1', name: null, email: null }, 'u1'],
    ['u1', 'u1'],
    ['asha@example.org', 'asha@example.org'],
    [null, 'No account'],
    [{ _id: null, name: null, email: null }, 'No account'],
  ])('%j is shown as %s', (user, text) => expect(orderUserText(user)).toBe(text));

  it('is shown with name, address and id in the drawer', async () => {
    const { user } = openAdmin('/?tab=orders', { payments: { searchOrders: answering(order(1)) } });
    const drawer = await openOrder(user, 'ST-1');
    for (const text of ['Reader 1', 'reader-1@example.org', 'user-1'])
      expect(drawer.getByText(text)).toBeTruthy();
  });
});

describe('the drawer of an order', () => {
  it('tells what happened, goes from order to order, and Back closes it', async () => {
    const second = order(2, {
      refunds: [refundOf(10000, 'Torn page')],
      refundRequest: { reason: 'Bought twice', at: AT },
      dispute: { id: 'dp-1', state: 'open', at: AT },
      refundable: inr(39900),
    });
    const { user } = openAdmin('/?tab=orders&provider=cashfree', {
      payments: { searchOrders: answering(order(1), second) },
    });
    await openOrder(user, 'ST-1');
    await user.keyboard(']');
    const drawer = within(await screen.findByRole('dialog', { name: 'Order ST-2' }));
    expect(drawer.getByText('Granted in the library')).toBeTruthy();
    expect(drawer.getByText('Receipt sent')).toBeTruthy();
    expect(drawer.getByText('Refund requested by the buyer: Bought twice')).toBeTruthy();
    expect(drawer.getByText('Refund of ₹100 by asha: Torn page (under way at the provider)')).toBeTruthy();
    expect(drawer.getByText('Dispute dp-1 is open')).toBeTruthy();
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('?tab=orders&provider=cashfree');
  });

  it('sends access and receipt again, and says why it could not', async () => {
    const sent: string[] = [];
    const { user } = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: answering(order(1)),
        resendOrder: ({ body }) => {
          sent.push(body.what);
          if (body.what === 'receipt')
            throw new FakeProblem('payment-not-complete', 'This order is not paid');
          return order(1);
        },
      },
    });
    const drawer = await openOrder(user, 'ST-1');
    await user.click(drawer.getByRole('button', { name: 'Resend access' }));
    await drawer.findByText('Access is granted again.');
    await user.click(drawer.getByRole('button', { name: 'Resend receipt' }));
    await drawer.findByText('This order is not paid');
    expect(sent).toEqual(['access', 'receipt']);
  });
});

describe('a refund', () => {
  type Sent = { readonly body: object; readonly key: string | null };
  /** Orders of which one can be refunded; `answer` decides what a refund answers. */
  const openRefund = async (answer: (n: number) => AdminOrder) => {
    let stored = order(1);
    const sent: Sent[] = [];
    const opened = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: (input) => answering(stored)(input),
        refundOrder: () => {
          stored = answer(sent.length);
          return stored;
        },
      },
    });
    const fake = opened.fetched.getMockImplementation();
    opened.fetched.mockImplementation(async (input, init) => {
      if (String(input).endsWith('/refund'))
        sent.push({
          body: JSON.parse(String(init?.body)),
          key: new Headers(init?.headers).get('idempotency-key'),
        });
      return fake?.(input, init) as Promise<Response>;
    });
    const drawer = await openOrder(opened.user, 'ST-1');
    const change = (next: AdminOrder): void => {
      stored = next;
    };
    return { ...opened, drawer, sent, change };
  };
  const afterPart = order(1, {
    refunds: [refundOf(10050, 'Torn page')],
    refundable: inr(39850),
  });

  it('needs a reason and an amount that is left, asks first, and is sent once for two clicks', async () => {
    const { user, drawer, sent } = await openRefund(() => afterPart);
    await user.click(drawer.getByRole('radio', { name: 'A part' }));
    await user.type(drawer.getByLabelText('Amount in INR'), '499.01');
    await user.click(drawer.getByRole('button', { name: 'Refund …' }));
    expect(drawer.getByText('Enter an amount up to ₹499')).toBeTruthy();
    expect(drawer.getByText('A reason is needed')).toBeTruthy();
    await user.clear(drawer.getByLabelText('Amount in INR'));
    await user.type(drawer.getByLabelText('Amount in INR'), '100.50');
    await user.type(drawer.getByLabelText('Reason'), ' Torn page {Enter}');
    const question = within(screen.getByRole('dialog', { name: 'Refund ₹100.50 of order ST-1?' }));
    expect(sent).toHaveLength(0);
    await user.dblClick(question.getByRole('button', { name: 'Refund' }));
    expect((await screen.findAllByText('Refund of ₹100.50 is in the order.')).length).toBeGreaterThan(0);
    expect(sent.map(({ body }) => body)).toEqual([
      { reason: 'Torn page', amountMinor: 10050, leftMinor: 49900 },
    ]);
    expect(drawer.getByText('Refund of ₹100.50 by asha: Torn page (under way at the provider)')).toBeTruthy();
    expect(drawer.getByRole('radio', { name: 'All that is left: ₹398.50' })).toBeTruthy();
  });

  it('without an answer is sent again with the same key, so that it is made once', async () => {
    const { user, drawer, sent } = await openRefund((tries) => {
      if (tries === 1) throw new FakeProblem('unavailable', 'Not now');
      return order(1, { paymentStatus: 'refunded', refundable: inr(0), refunded: inr(49900) });
    });
    await user.type(drawer.getByLabelText('Reason'), 'Bought twice{Enter}');
    const question = within(screen.getByRole('dialog', { name: 'Refund ₹499 of order ST-1?' }));
    await user.click(question.getByRole('button', { name: 'Refund' }));
    await question.findByText(
      'There was no answer, so the refund may have been made. Send it again: it is made only once.',
    );
    await user.click(question.getByRole('button', { name: 'Refund' }));
    await screen.findByText('Refund of ₹499 is in the order. Nothing is left to give back.');
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBeTruthy();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.body).toEqual({ reason: 'Bought twice', leftMinor: 49900 });
  });

  it('of an order that changed meanwhile is not sent before somebody looked', async () => {
    const { user, drawer, sent, change, client } = await openRefund(() => afterPart);
    await user.type(drawer.getByLabelText('Reason'), 'Torn page');
    change(order(1, { refunds: [refundOf(20000, 'By another admin')], refundable: inr(29900) }));
    await client.invalidateQueries({ queryKey: ['payments'] });
    await drawer.findByText('This order has changed since you opened it. Look at what happened first.');
    expect(drawer.queryByRole('button', { name: 'Refund …' })).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'I have looked: ₹299 is left' }));
    expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Torn page');
    await user.click(drawer.getByRole('button', { name: 'Refund …' }));
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ reason: 'Torn page', leftMinor: 29900 });
  });

  it('refused by the server says its sentence, and other values are another refund', async () => {
    const { user, drawer, sent } = await openRefund((tries) => {
      if (tries === 1)
        throw new FakeProblem('version-conflict', 'This order has changed since you opened it');
      return afterPart;
    });
    await user.type(drawer.getByLabelText('Reason'), 'Torn page{Enter}');
    const question = within(screen.getByRole('dialog', { name: /^Refund ₹499/ }));
    await user.click(question.getByRole('button', { name: 'Refund' }));
    await question.findByText('This order has changed since you opened it');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await user.type(drawer.getByLabelText('Reason'), 's{Enter}');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

it('chosen orders get their receipts again, each refusal with its sentence', async () => {
  const { user } = openAdmin('/?tab=orders', {
    payments: {
      searchOrders: answering(order(1), order(2)),
      resendOrder: ({ params }) => {
        if (params.orderId === 'order-2')
          throw new FakeProblem('payment-not-complete', 'This order is not paid');
        return order(1);
      },
    },
  });
  await row('ST-1');
  await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
  await user.click(screen.getByRole('button', { name: 'Resend receipt' }));
  const question = screen.getByRole('dialog', { name: 'Mail the receipts of 2 orders again?' });
  await user.click(within(question).getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('1 done, 1 refused, 0 left')).toBeTruthy();
  const refused = within(screen.getByRole('dialog', { name: 'Resend receipts' })).getByRole('listitem');
  expect(refused.textContent).toBe('ST-2: This order is not paid');
});

it('the reconciliation has its days, the differences of one, and runs again for a day', async () => {
  const report = (day: string, isClean: boolean) => ({
    day,
    ranAt: AT,
    isClean,
    moneyDiffPaise: isClean ? 0 : 49900,
    providers: [{ provider: 'cashfree' as const, payments: 3, orders: 2, error: null }],
    differences: isClean
      ? []
      : [
          {
            kind: 'not-paid-here' as const,
            provider: 'cashfree' as const,
            orderId: 'order-9',
            reference: 'pay-9',
            ours: null,
            theirs: { minor: 49900, currency: 'INR' },
          },
        ],
  });
  const days: string[] = [];
  const { user } = openAdmin('/?tab=orders&view=reconciliation', {
    payments: {
      listReconciliations: () => [report('2026-11-20', false), report('2026-11-19', true)],
      runReconciliation: ({ body }) => {
        days.push(body.day);
        return report(body.day, true);
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: '20 Nov 2026' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Reconciliation of 20 Nov 2026' }));
  expect(drawer.getByText('Paid at the provider, not here').closest('li')?.textContent).toBe(
    'Paid at the provider, not here at Cashfree: nothing here, INR 499.00 there. Order order-9, reference pay-9.',
  );
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type(screen.getByLabelText('Reconcile a day now'), '2026-11-18');
  await user.click(screen.getByRole('button', { name: 'Reconcile' }));
  await screen.findByText('18 Nov 2026: Clean');
  expect(days).toEqual(['2026-11-18']);
});
