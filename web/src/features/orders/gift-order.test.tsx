import type { Order } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkoutServers, type PaymentResponses, stubProviders } from '../../testing/checkout-servers.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { orderQuery } from './orders.ts';

beforeEach(stubProviders);

const CODE = '7K2M-9QXA-0B4D-XYZ1';
const LATER = new Date(Date.now() + 900_000).toISOString();
const openGift = { code: CODE, state: 'open', redeemedAt: null, mail: 'none' } as const;

const aGift = (more: Partial<Order> = {}): Order => ({
  ...anOrder(),
  purpose: 'gift-purchase',
  refundUntil: LATER,
  gift: openGift,
  ...more,
});
const open = (responses: PaymentResponses) =>
  openPage('/orders/order-1', {
    userId: 'asha',
    server: checkoutServers(responses, { hasAccess: () => false }),
  });

describe('the order of a gift (decision 0137)', () => {
  it('has the code, a link with it in the fragment, and no way to read the title', async () => {
    const { user } = open({ getOrder: () => aGift() });
    expect(await screen.findByText(CODE)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'A gift to pass on' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Read now' })).toBeNull();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/gift#code=${CODE.replaceAll('-', '')}`);
  });

  it('says that it was opened, without the code and without a refund', async () => {
    const gift = { ...openGift, code: null, state: 'redeemed', redeemedAt: LATER } as const;
    open({ getOrder: () => aGift({ gift, refundUntil: null }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your gift was opened' })).toBeTruthy();
    expect(screen.queryByText(CODE)).toBeNull();
    expect(screen.getByText(/The gift was opened, so it cannot be refunded here/)).toBeTruthy();
  });

  it('is taken back in two presses, and the page follows', async () => {
    let isBack = false;
    const requestRefund = vi.fn(() => {
      isBack = true;
      return aGift();
    });
    const taken = { ...openGift, code: null, state: 'taken-back' } as const;
    const { user } = open({
      getOrder: () => (isBack ? aGift({ refund: 'under-way', gift: taken, refundUntil: null }) : aGift()),
      requestRefund,
    });
    await user.click(await screen.findByRole('button', { name: 'Take the gift back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take the gift back' }));
    await user.click(dialog.getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your refund is on its way' })).toBeTruthy();
    expect(requestRefund).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(CODE)).toBeNull();
  });

  it.each([
    ['is followed while its mail waits', { gift: { ...openGift, mail: 'waiting' } }, true],
    ['is left alone once its mail is sent', { gift: { ...openGift, mail: 'sent' } }, false],
    ['is followed while it is not granted', { purpose: 'purchase', fulfilled: false }, true],
    ['is left alone when all is done', { purpose: 'purchase' }, false],
  ] satisfies [string, Partial<Order>, boolean][])('%s', (_, changes, expected) => {
    const { refetchInterval } = orderQuery('order-1');
    // of a query it reads the data only
    const query = { state: { data: aGift(changes) } } as Parameters<
      Exclude<typeof refetchInterval, number | false | undefined>
    >[0];
    const interval = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
    expect(Boolean(interval)).toBe(expected);
  });

  it('says why a gift that was just opened is not taken back', async () => {
    const { user } = open({
      getOrder: () => aGift(),
      requestRefund: () => {
        throw new FakeProblem('too-late', 'This gift has already been opened.');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Take the gift back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take the gift back' }));
    await user.click(dialog.getByRole('button', { name: 'Take it back' }));
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('This gift has already been opened.'),
    );
  });
});
