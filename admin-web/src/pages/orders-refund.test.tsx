import type { AdminOrder } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { answering, inr, openOrder, order, refundOf } from '../testing/orders-fixture.ts';

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
      // the fake of the fixture is there
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

  it('of an order that changed is not sent before the admin has seen the change', async () => {
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

  it('refused by the server shows its sentence, and other values are another refund', async () => {
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

  it('that was left without an answer comes back with its key, and throws nothing away by itself (P82)', async () => {
    const { user, drawer, sent } = await openRefund((tries) => {
      if (tries === 1) throw new FakeProblem('unavailable', 'Not now');
      return afterPart;
    });
    await user.click(drawer.getByRole('radio', { name: 'A part' }));
    await user.type(drawer.getByLabelText('Amount in INR'), '100.50');
    await user.type(drawer.getByLabelText('Reason'), 'Torn page{Enter}');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText(/^There was no answer/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    const again = await openOrder(user, 'ST-1');
    expect(again.getByText(/^You typed this on /)).toBeTruthy();
    expect(again.getByLabelText<HTMLInputElement>('Amount in INR').value).toBe('100.50');
    await user.click(again.getByRole('button', { name: 'Refund …' }));
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.startsWith('admin-draft'))).toEqual([]),
    );
  });
});
