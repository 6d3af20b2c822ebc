import { catalogApi, libraryApi, OrderId, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anEbook, anEntry, anOrder } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { statusText } from './orders.ts';

type Responses = Parameters<typeof plays<typeof paymentsApi>>[1];
const servers = (orders = [anOrder()], responses: Responses = {}) => [
  plays(paymentsApi, { listMyOrders: () => orders, ...responses }),
];
const refundable = () => anOrder({ refundUntil: new Date(Date.now() + 86_400_000).toISOString() });

describe('/orders', () => {
  it('requires a login (WEB-06)', async () => {
    const { where } = openPage('/orders');
    await waitFor(() => expect(where()).toBe('/login?next=%2Forders'));
  });

  it('lists number, day, title, amount and status of each order (PAY-43)', async () => {
    openPage('/orders', { userId: 'asha', server: servers() });
    const list = within(await screen.findByRole('list', { name: 'Orders' }));
    expect(list.getByText('ST-10482K')).toBeTruthy();
    expect(list.getByText(/1 Nov 2026/)).toBeTruthy();
    expect(list.getByText('₹249')).toBeTruthy();
    expect(list.getByText('Paid')).toBeTruthy();
    const title = list.getByRole('link', { name: 'Seven Ways Home' });
    expect(title.getAttribute('href')).toBe('/ebook/seven-ways');
  });

  it('can be empty', async () => {
    openPage('/orders', { userId: 'asha', server: servers([]) });
    expect(await screen.findByText('No orders yet.')).toBeTruthy();
    const library = screen.getByRole('link', { name: 'Browse the digital library' });
    expect(library.getAttribute('href')).toBe('/digital-library');
  });

  it('shows an error when they cannot be loaded', async () => {
    const listMyOrders = () => {
      throw new FakeProblem('unavailable', 'Not available right now');
    };
    openPage('/orders', { userId: 'asha', server: servers([], { listMyOrders }) });
    expect(await screen.findByText('Failed to load orders')).toBeTruthy();
  });

  it('keeps what was typed when they cannot be loaded again', async () => {
    const { user, reloadOffline } = openPage('/orders', { userId: 'asha', server: servers() });
    await user.type(await screen.findByLabelText('Order number'), 'ST-1');
    await reloadOffline();
    expect(screen.getByLabelText<HTMLInputElement>('Order number').value).toBe('ST-1');
  });

  it('offers no receipt for an unpaid order', async () => {
    openPage('/orders', { userId: 'asha', server: servers([anOrder({ status: 'pending', paidAt: null })]) });
    expect(await screen.findByText('Waiting for payment')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Receipt/ })).toBeNull();
  });
});

describe('order status', () => {
  it.each([
    [anOrder({ fulfilled: false }), 'Paid, on its way to your library'],
    [anOrder({ purpose: 'contribution', fulfilled: false, items: [] }), 'Paid'],
    [anOrder({ refund: 'asked' }), 'Refund asked for'],
    [anOrder({ refund: 'under-way' }), 'Refund on its way'],
    [anOrder({ status: 'refunded', refund: 'done' }), 'Refunded'],
    [anOrder({ status: 'mismatch' }), 'Being checked'],
  ])('is shown in one line', (order, text) => {
    expect(statusText(order)).toBe(text);
  });
});

describe('a refund request', () => {
  it('requires a reason and is sent once', async () => {
    const requestRefund = vi.fn(() => anOrder({ refund: 'asked' }));
    const { user } = openPage('/orders', {
      userId: 'asha',
      server: servers([refundable()], { requestRefund }),
    });
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund of order ST-10482K' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a refund' }));
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(dialog.getByText('Tell us why, in a few words')).toBeTruthy();
    expect(requestRefund).not.toHaveBeenCalled();

    await user.type(dialog.getByLabelText('What went wrong?'), ' bought by mistake ');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestRefund).toHaveBeenCalledWith(
      expect.objectContaining({ params: { orderId: 'order-1' }, body: { reason: 'bought by mistake' } }),
    );
  });

  it('of a gift is its return, as on the page of its order', async () => {
    const requestRefund = vi.fn(() => anOrder({ refund: 'under-way' }));
    const gift = { code: '7K2M-9QXA-0B4D-XYZ1', state: 'open', redeemedAt: null, mail: 'none' } as const;
    const { user } = openPage('/orders', {
      userId: 'asha',
      server: servers([{ ...refundable(), purpose: 'gift-purchase', gift }], { requestRefund }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take the gift back: order ST-10482K' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take the gift back' }));
    await user.click(dialog.getByRole('button', { name: 'Take it back' }));
    await waitFor(() =>
      expect(requestRefund).toHaveBeenCalledWith(
        expect.objectContaining({ params: { orderId: 'order-1' }, body: { reason: 'Gift taken back' } }),
      ),
    );
  });

  it('is not offered after the deadline, and the server decides', async () => {
    const requestRefund = () => {
      throw new FakeProblem('too-late', 'Refunds are possible within three days of paying');
    };
    const expired = anOrder({
      orderId: OrderId.parse('order-2'),
      number: 'ST-2',
      refundUntil: '2026-01-01T00:00:00.000Z',
    });
    const server = servers([refundable(), expired], { requestRefund });
    const { user } = openPage('/orders', { userId: 'asha', server });
    await user.click(await screen.findByRole('button', { name: /^Ask for a refund/ }));
    await user.type(await screen.findByLabelText('What went wrong?'), 'late');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Refunds are possible within three days of paying',
    );
  });
});

describe("Paid, but it's not in your library?", () => {
  const claim = async (claimOrder: () => ReturnType<typeof anOrder>) => {
    const { user } = openPage('/orders', { userId: 'asha', server: servers([], { claimOrder }) });
    await user.click(await screen.findByText("Paid, but it's not in your library?"));
    await user.type(screen.getByLabelText('Order number'), ' ST-10482K ');
    await user.click(screen.getByRole('button', { name: 'Find my payment' }));
  };

  it('sends the order number and shows that the title is on its way', async () => {
    const claimOrder = vi.fn(() => anOrder({ fulfilled: false }));
    await claim(claimOrder);
    expect(
      await screen.findByText('Your payment is safe. The title is on its way to your library.'),
    ).toBeTruthy();
    expect(claimOrder).toHaveBeenCalledWith(expect.objectContaining({ body: { orderId: 'ST-10482K' } }));
  });

  it('shows that the order is not paid', async () => {
    await claim(() => anOrder({ status: 'pending' }));
    expect(await screen.findByText('Payment status: pending')).toBeTruthy();
  });

  it("shows the server's message for an unknown order", async () => {
    await claim(() => {
      throw new FakeProblem('not-found', 'Order not found');
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Order not found');
  });
});

describe('an order in the list', () => {
  it('of many titles shows the first ones, and its page has all', async () => {
    const items = [...'abcdef'].map((media) => ({
      media,
      mediaType: 'ebook' as const,
      format: 'text' as const,
      title: `Book ${media}`,
    }));
    openPage('/orders', { userId: 'asha', server: servers([anOrder({ items })]) });
    const more = await screen.findByRole('link', { name: 'and 2 more' });
    expect(more.getAttribute('href')).toBe('/orders/order-1');
    expect(screen.getAllByRole('link', { name: /^Book / })).toHaveLength(4);
  });

  it('links to its page and its receipt', async () => {
    openPage('/orders', { userId: 'asha', server: servers() });
    const receipt = await screen.findByRole('link', { name: 'Receipt of order ST-10482K' });
    expect(receipt.getAttribute('href')).toBe('/orders/order-1/receipt');
    expect(screen.getByRole('link', { name: 'Order ST-10482K' }).getAttribute('href')).toBe(
      '/orders/order-1',
    );
  });
});

describe('the cover of an order in the list', () => {
  /** Every row is near the window. */
  class Near {
    readonly notify: IntersectionObserverCallback;
    constructor(notify: IntersectionObserverCallback) {
      this.notify = notify;
    }
    observe(target: Element): void {
      // a part of what the browser passes
      this.notify([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', Near);
    return () => vi.unstubAllGlobals();
  });
  const rowOf = async (number: string): Promise<Element> => {
    const row = (await screen.findByRole('link', { name: `Order ${number}` })).closest('li');
    if (!row) throw new Error('the order is not in the list');
    return row;
  };
  const pictureOf = (row: Element) => row.querySelector('[data-cover] img')?.getAttribute('src');

  it('of a bought title comes from the library, also when the title was withdrawn', async () => {
    const getEbook = vi.fn(() => {
      throw new FakeProblem('not-found', 'Not found');
    });
    const entry = anEntry();
    openPage('/orders', {
      userId: 'asha',
      server: [
        ...servers(),
        plays(libraryApi, {
          listEntries: () => [{ ...entry, media: { ...entry.media, thumbnailUrl: '/mine.webp' } }],
        }),
        plays(catalogApi, { getEbook }),
      ],
    });
    const row = await rowOf('ST-10482K');
    await waitFor(() => expect(pictureOf(row)).toBe('/mine.webp'));
    expect(getEbook).not.toHaveBeenCalled();
  });

  it('of a title that is not in the library comes from the catalog, and else it is a plate', async () => {
    const [item] = anOrder().items;
    if (!item) throw new Error('an order has items');
    const gone = anOrder({
      orderId: OrderId.parse('order-2'),
      number: 'ST-2',
      items: [{ ...item, media: 'gone' }],
    });
    openPage('/orders', {
      userId: 'asha',
      server: [
        ...servers([anOrder({ status: 'pending', paidAt: null }), gone]),
        plays(libraryApi, { listEntries: () => [] }),
        plays(catalogApi, {
          getEbook: ({ params }) => {
            if (params.id === 'gone') throw new FakeProblem('not-found', 'Not found');
            return anEbook({ thumbnailUrl: '/shop.webp' });
          },
        }),
      ],
    });
    const row = await rowOf('ST-10482K');
    await waitFor(() => expect(pictureOf(row)).toBe('/shop.webp'));
    const withdrawn = await rowOf('ST-2');
    await waitFor(() => expect(withdrawn.querySelector('[data-cover]')?.textContent).toContain(item.title));
  });

  it('is a plate without words for a contribution', async () => {
    const order = anOrder({ purpose: 'contribution', items: [] });
    openPage('/orders', { userId: 'asha', server: servers([order]) });
    const row = await rowOf('ST-10482K');
    expect(row.querySelector('[data-cover]')).toBeNull();
    expect(row.querySelector('[aria-hidden] svg')).toBeTruthy();
  });
});
