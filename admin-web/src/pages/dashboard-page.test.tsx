import { UserId, type UserRow } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aSend } from '../testing/letters.ts';
import { KPIS, openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';

/** Event streams that the test controls. */
const stubStreams = () => {
  const opened: Stream[] = [];
  class Stream {
    readonly listeners = new Map<string, () => void>();
    onerror: (() => void) | null = null;
    onopen: (() => void) | null = null;
    closed = false;
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      opened.push(this);
    }
    addEventListener(type: string, listener: () => void): void {
      this.listeners.set(type, listener);
    }
    close(): void {
      this.closed = true;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  return {
    of: (part: string) => opened.filter(({ url, closed }) => url.includes(part) && !closed),
    all: (part: string) => opened.filter(({ url }) => url.includes(part)),
  };
};

describe('the numbers (ADM-02)', () => {
  it('are four, each with its base and its explanation (BEY-08)', async () => {
    openAdmin('/');
    const numbers = await screen.findByRole('region', { name: 'Numbers' });
    const cards = [...numbers.querySelectorAll('dl > div')].map((card) =>
      [...card.children].map(({ textContent }) => textContent),
    );
    expect(cards).toEqual([
      [
        'Active users (last 30 days)',
        '1,284',
        'accounts seen',
        'How is this computed: Active users (last 30 days)',
      ],
      ['Conversion rate', '3.4%', '44 of 1,284', 'How is this computed: Conversion rate'],
      ['Revenue', '₹4,82,350', '1,170 paid orders', 'How is this computed: Revenue'],
      ['Event registrations', '612', 'of the virtual run', 'How is this computed: Event registrations'],
    ]);
  });

  it('that are 0 say what that means (ADM-05)', async () => {
    openAdmin('/', {
      analytics: {
        getKpis: () => ({ ...KPIS, activeUsers: 0, totalRevenue: 0, conversionRate: 0, paidOrders: 0 }),
      },
    });
    for (const text of [
      'No revenue has been recorded yet.',
      'Conversion is low.',
      'No active users in the last 30 days.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('that could not be loaded can be asked again; the rest is there', async () => {
    let isDown = true;
    const { user } = openAdmin('/', {
      analytics: {
        getKpis: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return KPIS;
        },
      },
    });
    expect(await screen.findByText('Failed to load the numbers')).toBeTruthy();
    expect(await screen.findByText('Nothing waits for you.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Numbers' })).toBeTruthy();
  });
});

describe('the counter of the run (ADM-02, ADM-03)', () => {
  it('counts again on a registration; an error closes its stream, and Reconnect opens it', async () => {
    const streams = stubStreams();
    let total = 612;
    const { user } = openAdmin('/', {
      run: { getCounts: () => ({ total, count: total, raisedMinor: 0, raised: 0 }) },
    });
    expect(await screen.findByText('612', { selector: 'b' })).toBeTruthy();

    total = 613;
    act(() => streams.of('/virtual-run/sse')[0]?.listeners.get('registration')?.());
    expect(await screen.findByText('613', { selector: 'b' })).toBeTruthy();

    act(() => streams.of('/virtual-run/sse')[0]?.onerror?.());
    expect(await screen.findByText('paused')).toBeTruthy();
    expect(streams.of('/virtual-run/sse')).toEqual([]);
    // the stream of the whole screen goes on
    expect(streams.of('/updates/stream')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Reconnect' }));
    await waitFor(() => expect(streams.of('/virtual-run/sse')).toHaveLength(1));
  });
});

describe('the last changes by admins (ADM-47)', () => {
  it('name an accepted invitation, who accepted it and who had sent it (P80)', async () => {
    const row = (id: string, name: string): UserRow => ({
      _id: UserId.parse(id),
      name,
      email: null,
      role: 'ADMIN',
      createdAt: AT,
      revision: 'r1',
    });
    openAdmin('/', {
      identity: {
        listUsers: () => ({
          items: [row('meera', 'Meera'), row('asha', 'Asha')],
          total: 2,
          nextCursor: null,
        }),
      },
      analytics: {
        listAudit: () => ({
          items: [
            {
              actId: 'act-1',
              by: UserId.parse('meera'),
              call: 'identity.acceptInvitation',
              target: 'meera/asha',
              outcome: 'done',
              requestId: 'request-1',
              at: AT,
            },
          ],
          total: 1,
          page: 1,
          pageSize: 50,
        }),
      },
    });
    const list = await screen.findByRole('region', { name: 'Last changes by admins' });
    await waitFor(() =>
      expect(list.querySelector('li > span')?.textContent).toBe(
        'identity: accept invitation of Asha by Meera',
      ),
    );
  });
});

describe('what needs a person', () => {
  it('is listed with its number, and leads to the tab with its filter', async () => {
    let calls = 0;
    openAdmin('/', {
      payments: {
        searchOrders: ({ query }) => ({
          orders: [],
          total: query.attention === 'true' ? 3 : 1,
          page: 1,
          pages: 1,
        }),
      },
      publishing: { listSubmissions: () => ({ results: [], total: 7, page: 1, pageSize: 10 }) },
      cms: {
        listSends: () => {
          calls += 1;
          return [aSend({ state: 'waiting', failed: 0, doubtful: 0 }), aSend({ failed: 2 })];
        },
      },
      catalog: {
        listEditorMedia: ({ query }) => ({ items: [], total: query.driveState ? 2 : 0, nextCursor: null }),
      },
    });
    expect(
      await screen.findByText(
        '3 orders with a mismatch, second payment, dispute, refund request or failed refund',
      ),
    ).toBeTruthy();
    expect((await screen.findByRole('link', { name: '1 payment failed' })).getAttribute('href')).toBe(
      '/admin?tab=orders&status=failed',
    );
    expect(await screen.findByText('7 submissions received and not read')).toBeTruthy();
    for (const [name, address] of [
      ['2 items with a link to Google Drive that does not open', 'media&view=links'],
      ['1 newsletter waits for a second admin', 'newsletters'],
      ['1 newsletter with letters in doubt or refused', 'newsletters'],
    ] as const)
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`/admin?tab=${address}`);
    expect(calls).toBe(1);
    expect(screen.queryByText('Nothing waits for you.')).toBeNull();
  });

  it('that could not be read is named, and is not taken for nothing', async () => {
    openAdmin('/', {
      publishing: {
        listSubmissions: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    expect((await screen.findByText(/^Could not be read: submissions\./)).getAttribute('role')).toBe('alert');
    expect(screen.queryByText('Nothing waits for you.')).toBeNull();
  });
});

it('the last changes say who did what, when, and how it ended (ADM-47)', async () => {
  openAdmin('/', {
    analytics: {
      listAudit: () => ({
        items: [
          {
            actId: '1',
            by: 'asha',
            call: 'payments.refundOrder',
            target: 'order-9',
            outcome: 'done',
            requestId: 'r',
            at: AT,
          },
          {
            actId: '2',
            by: null,
            call: 'identity.deleteUser',
            target: null,
            outcome: 'refused',
            requestId: 'r',
            at: AT,
          },
        ],
        total: 2,
        page: 1,
        pageSize: 50,
      }),
    },
  });
  const acts = within(await screen.findByRole('region', { name: 'Last changes by admins' }));
  const [first, second] = await acts.findAllByRole('listitem');
  await waitFor(() => expect(first?.textContent).toContain('payments: refund order order-9 by Asha'));
  expect(second?.textContent).toContain('identity: delete user by a deleted account, refused');
});

it('ten recent events have title and date (ADM-02)', async () => {
  openAdmin('/', {
    analytics: {
      listRecentEvents: () =>
        Array.from({ length: 12 }, (_, n) => ({
          _id: String(n),
          title: `Event ${n}`,
          date: AT,
          kind: 'order',
        })),
    },
  });
  const events = within(await screen.findByRole('region', { name: 'Recent events' }));
  const lines = await events.findAllByRole('listitem');
  expect(lines).toHaveLength(10);
  expect(lines[0]?.querySelector('time')?.dateTime).toBe(AT);
});

describe('the lamp (ADM-48)', () => {
  it('is on while the stream is open, off at an error, and paused without a network', async () => {
    const streams = stubStreams();
    openAdmin('/');
    expect(await screen.findByText('Reconnecting')).toBeTruthy();
    act(() => streams.of('/updates/stream')[0]?.onopen?.());
    const lamp = await screen.findByText('Live', { selector: '[data-state] ' });
    act(() => streams.of('/updates/stream')[0]?.onerror?.());
    expect(lamp.textContent).toBe('Reconnecting');
    act(() => void dispatchEvent(new Event('offline')));
    expect(lamp.textContent).toContain('Paused');
    expect(screen.getByText('You are offline. What you type is kept here.')).toBeTruthy();
    act(() => void dispatchEvent(new Event('online')));
    expect(lamp.textContent).toBe('Reconnecting');
  });
});
