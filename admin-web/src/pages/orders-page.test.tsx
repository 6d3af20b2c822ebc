import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { orderUserText } from '../features/orders/order-user.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { AT, answering, inr, openOrder, order, refundOf, row } from '../testing/orders-fixture.ts';

describe('Orders (ADM-17)', () => {
  it('has its columns; views, filters, search and page are in the address and asked of the server', async () => {
    const queries: object[] = [];
    const { user } = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: ({ query }) => {
          queries.push(query);
          return { orders: [order(1)], total: 120, page: query.page, pages: 3 };
        },
      },
    });
    await row('ST-1');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['', 'Created', 'Order ID', 'User', 'Items', 'Total (₹)', 'Status', 'Provider']);
    expect(screen.getByText('1–50 of 120')).toBeTruthy();

    await user.click(screen.getByRole('link', { name: 'Refund requests' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ refund: 'requested', page: 1, pageSize: 50 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Provider' }), 'stripe');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'st-1{Enter}');
    expect(location.search).toBe('?tab=orders&view=refund-requests&provider=stripe&q=st-1');
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({
        refund: 'requested',
        provider: 'stripe',
        text: 'st-1',
        page: 1,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(location.search).toBe('?tab=orders&view=refund-requests');
  });

  it('shows a sentence when it could not load, keeps its head, and tries again', async () => {
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

  it('shows how many orders were synced, once for two clicks', async () => {
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
  it.each([
    [
      ['order-7'],
      'Paid twice: another order of this reader paid for the same title. Give one of the payments back.',
    ],
    [[], 'Paid twice: the provider reports another payment of this order. Give all but one back:'],
  ])('says that it was paid twice, with the way to %j', async (orders, sentence) => {
    const twice = order(1, { paidTwice: { at: AT, orders } });
    const { user } = openAdmin('/?tab=orders&view=attention', {
      payments: { searchOrders: answering(twice, order(7)) },
    });
    const drawer = await openOrder(user, 'ST-1');
    expect(drawer.getByText(sentence, { exact: false })).toBeTruthy();
    for (const id of orders) {
      await user.click(drawer.getByRole('link', { name: `Order ${id}` }));
      expect(await screen.findByRole('dialog', { name: 'Order ST-7' })).toBeTruthy();
    }
  });

  it('shows the history, moves from order to order, and Back closes it', async () => {
    const second = order(2, {
      refunds: [refundOf(10000, 'Torn page')],
      refundRequest: { reason: 'Bought twice', at: AT, declined: null },
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

  it('declines a refund request with an answer, and shows why it could not', async () => {
    const asked = { reason: 'Bought twice', at: AT, declined: null };
    let first = order(1, { refundRequest: asked });
    const sent: string[] = [];
    const { user } = openAdmin('/?tab=orders', {
      payments: {
        searchOrders: (call) => answering(first, order(2))(call),
        declineRefund: ({ body: { reason } }) => {
          sent.push(reason);
          if (sent.length === 1)
            throw new FakeProblem('version-conflict', 'This order has changed since you opened it');
          first = order(1, { refundRequest: { ...asked, declined: { reason, at: AT, by: 'asha' } } });
          return first;
        },
      },
    });
    const drawer = await openOrder(user, 'ST-1');
    await user.click(drawer.getByRole('button', { name: 'Decline …' }));
    expect(drawer.getByText('A reason is needed')).toBeTruthy();
    await user.type(drawer.getByLabelText('Answer to the buyer'), 'It opens here.');
    await user.click(drawer.getByRole('button', { name: 'Decline …' }));
    const question = within(await screen.findByRole('dialog', { name: 'Decline the refund of order ST-1?' }));
    await user.click(question.getByRole('button', { name: 'Decline' }));
    await question.findByText('This order has changed since you opened it');
    await user.click(question.getByRole('button', { name: 'Decline' }));
    await drawer.findByText('Request declined by asha: It opens here.');
    expect(sent).toEqual(['It opens here.', 'It opens here.']);
    expect(drawer.queryByRole('button', { name: 'Decline …' })).toBeNull();

    await user.keyboard(']');
    const second = within(await screen.findByRole('dialog', { name: 'Order ST-2' }));
    expect(second.queryByRole('button', { name: 'Decline …' })).toBeNull();
  });

  it('sends access and receipt again, and shows why it could not', async () => {
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
  const outcome = await screen.findByRole('dialog', { name: 'Resend receipts' });
  const refused = within(outcome).getByRole('listitem');
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
