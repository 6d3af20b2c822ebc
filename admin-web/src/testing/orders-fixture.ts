import { AdminOrder } from '@satrangi/contracts';
import { screen, within } from '@testing-library/react';
import type { openAdmin } from './open-admin.tsx';

export const AT = '2026-11-20T10:00:00.000Z';

export const inr = (minor: number) => ({ minor, currency: 'INR' as const });

export const order = (n: number, more: object = {}): AdminOrder =>
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

export const refundOf = (minor: number, reason: string) => ({
  id: `refund-${minor}`,
  amount: inr(minor),
  reason,
  state: 'pending' as const,
  by: 'asha',
  askedAt: AT,
  doneAt: null,
});

type ListQuery = { page: number; pageSize: number; text?: string | undefined };

export const answering =
  (...all: AdminOrder[]) =>
  ({ query }: { query: ListQuery }) => {
    const found = query.text
      ? all.filter(({ _id, number }) => [String(_id), number].includes(query.text ?? ''))
      : all;
    return { orders: found, total: found.length, page: 1, pages: 1 };
  };

export const row = (number: string) => screen.findByRole('button', { name: number });

export const openOrder = async (user: ReturnType<typeof openAdmin>['user'], number: string) => {
  await user.click(await row(number));
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${number}` }));
  await drawer.findByRole('heading', { name: 'Send again' });
  return drawer;
};
