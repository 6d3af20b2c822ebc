import { Contribution, type paymentsApi } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KPIS, openAdmin } from '../testing/open-admin.tsx';

const USAGE = {
  whatsapp: { sent: 120, received: 80 },
  aiconcierge: { chatTo: 40, chatFrom: 41, minutesSpoken: 12.5, ratePerMinute: 2, cost: 25 },
};

describe('Usage & Billing (ADM-35)', () => {
  it('has its title, both parts, and rupees for rate and cost; the month is in the address', async () => {
    const months: (string | undefined)[] = [];
    const { user } = openAdmin('/usage', {
      analytics: {
        getUsage: ({ query }) => {
          months.push(query.month);
          return USAGE;
        },
      },
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Usage Metrics (for Billing)' }),
    ).toBeTruthy();
    const whatsapp = within(await screen.findByRole('region', { name: 'WhatsApp' }));
    expect(whatsapp.getByText('120')).toBeTruthy();
    const concierge = within(screen.getByRole('region', { name: 'AI Concierge' }));
    const shown = (name: string) =>
      concierge.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([shown('Rate per minute'), shown('Monthly cost')]).toEqual(['₹2', '₹25']);

    const picker = screen.getByRole('combobox', { name: 'Month' });
    const [, before] = within(picker).getAllByRole<HTMLOptionElement>('option');
    await user.selectOptions(picker, before?.value ?? '');
    expect(location.search).toBe(`?month=${before?.value}`);
    expect(months).toContain(before?.value);
  });

  it.each([
    [{}, 'No metrics available.'],
    ['<html>', 'No metrics available.'],
    [{ ...USAGE, whatsapp: { sent: 1 } }, 'Error: Usage metrics data is incomplete or malformed.'],
  ])('says of %j: %s (ADM-36)', async (answer, sentence) => {
    const { fetched } = openAdmin('/usage', { analytics: { getUsage: () => USAGE } });
    const fake = fetched.getMockImplementation();
    fetched.mockImplementation(async (input, init) =>
      String(input).includes('/usage-metrics/')
        ? Response.json(answer)
        : (fake?.(input, init) as Promise<Response>),
    );
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('shows that it is loading, and why it failed (ADM-36)', async () => {
    const held = Promise.withResolvers<typeof USAGE>();
    openAdmin('/usage', { analytics: { getUsage: () => held.promise } });
    expect(await screen.findByText('Loading usage metrics...')).toBeTruthy();
    held.reject(new FakeProblem('unavailable', 'The service rests'));
    expect(await screen.findByText('Error: The service rests')).toBeTruthy();
  });

  it('keeps its numbers when they cannot be loaded again', async () => {
    let isDown = false;
    const { client } = openAdmin('/usage', {
      analytics: {
        getUsage: () => {
          if (isDown) throw new FakeProblem('unavailable', 'The service rests');
          return USAGE;
        },
      },
    });
    expect(await screen.findByText('Messages sent')).toBeTruthy();
    isDown = true;
    await act(() => client.invalidateQueries());

    expect(await screen.findByText('Error: The service rests')).toBeTruthy();
    expect(screen.getByText('Messages sent')).toBeTruthy();
  });

  it('has a sentence for a failure without a message (ADM-36)', async () => {
    const { fetched } = openAdmin('/usage', { analytics: { getUsage: () => USAGE } });
    const fake = fetched.getMockImplementation();
    fetched.mockImplementation(async (input, init) => {
      if (String(input).includes('/usage-metrics/')) throw new TypeError('');
      return fake?.(input, init) as Promise<Response>;
    });
    expect(await screen.findByText('Error: Failed to fetch metrics')).toBeTruthy();
  });
});

describe('Analytics (ADM-04)', () => {
  const series = { getSeries: () => [{ day: '2026-11-20', value: 100 }] };

  it('has six numbers, the breakdown with percentages, and what stands out', async () => {
    openAdmin('/?tab=analytics', { analytics: series });
    const numbers = await screen.findByRole('region', { name: 'Numbers' });
    expect([...numbers.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      'Active users (last 30 days)',
      'Conversion rate',
      'Revenue',
      'Event registrations',
      'Returning users',
      'Average hours to purchase',
    ]);
    const table = within(screen.getByRole('table', { name: /^Media breakdown/ }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'eBook6173%',
      'Magazine2227%',
    ]);
    expect(screen.getByText('Average order value: ₹412')).toBeTruthy();
  });

  it('without media shows a sentence', async () => {
    openAdmin('/?tab=analytics', {
      analytics: { ...series, getKpis: () => ({ ...KPIS, mediaBreakdown: {} }) },
    });
    expect(await screen.findByText('No media yet')).toBeTruthy();
  });
});

const contribution = (n: number): Contribution =>
  Contribution.parse({
    _id: `order-${n}`,
    order: `ST-${n}`,
    provider: 'cashfree',
    status: 'paid',
    amount: n,
    amountMinor: n * 100,
    currency: 'INR',
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString(),
    paidAt: '2026-11-01T12:00:00.000Z',
    refunded: { minor: 0, currency: 'INR' },
  });

/** A server with these contributions; it sorts by amount or newest first. */
const contributions = (listed: () => readonly Contribution[]): FakeAnswers<typeof paymentsApi> => ({
  searchContributions: ({ query: { sort, page = 1, pageSize = 50 } }) => {
    const rows = [...listed()].sort((a, b) =>
      sort === 'amount' ? a.amount - b.amount : b.amount - a.amount,
    );
    return {
      contributions: rows.slice((page - 1) * pageSize, page * pageSize),
      total: rows.length,
      page,
      pages: Math.max(1, Math.ceil(rows.length / pageSize)),
    };
  },
  listContributionMonths: () => [
    { month: '2026-11', currency: 'INR', minor: 183_000, count: 60 },
    { month: '2026-11', currency: 'USD', minor: 600, count: 1 },
    { month: '2026-10', currency: 'INR', minor: 50_000, count: 2 },
  ],
});

describe('Contributions (ADM-33)', () => {
  const many = Array.from({ length: 60 }, (_, n) => contribution(n + 1));
  const orders = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('td')[1]?.textContent);

  it('has its columns, newest first, 50 to a page, sums above; page and order are in the address', async () => {
    const { user } = openAdmin('/?tab=contributions', { payments: contributions(() => many) });
    await screen.findByText('ST-60');
    expect(
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[▲▼]/, '')),
    ).toEqual(['ID', 'Order', 'Provider', 'Status', 'Amount', 'Currency', 'Created At']);
    expect(orders()).toHaveLength(50);
    expect(orders()[0]).toBe('ST-60');
    const sums = within(screen.getByRole('region', { name: 'Paid by month, after refunds' }));
    expect(sums.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '₹1,830',
      '60 contributions',
      '$6.00',
      '1 contribution',
      '₹500',
      '2 contributions',
    ]);
    // one dollar month is no chart
    expect(screen.getByRole('heading', { name: 'By month, INR' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'By month, USD' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(location.search).toBe('?tab=contributions&page=2');
    await waitFor(() => expect(orders()).toHaveLength(10));
    await user.click(screen.getByRole('button', { name: /^Amount/ }));
    expect(location.search).toBe('?tab=contributions&sort=amount');
    await waitFor(() => expect(orders()[0]).toBe('ST-1'));
    expect(screen.getByRole('columnheader', { name: /^Amount/ }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('are asked again by Reload', async () => {
    let listed = [contribution(1)];
    const { user } = openAdmin('/?tab=contributions', { payments: contributions(() => listed) });
    await screen.findByText('ST-1');
    listed = [contribution(1), contribution(2)];
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('ST-2')).toBeTruthy();
  });

  it('that could not be fetched say so, and that there are none', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=contributions', {
      payments: {
        listContributionMonths: () => [],
        searchContributions: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return { contributions: [], total: 0, page: 1, pages: 1 };
        },
      },
    });
    expect(await screen.findByText('Failed to fetch contributions')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody has contributed yet.')).toBeTruthy();
  });

  it('J and K move between rows', async () => {
    const { user } = openAdmin('/?tab=contributions', {
      payments: contributions(() => many.slice(0, 3)),
    });
    await screen.findByText('ST-3');
    await user.keyboard('jj');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('ST-2'));
    await user.keyboard('k');
    expect(document.activeElement?.textContent).toContain('ST-3');
  });
});
