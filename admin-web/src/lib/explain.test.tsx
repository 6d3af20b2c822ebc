import { addMonths, kolkataMonth } from '@satrangi/contracts/pure';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { inputsOf, valueText } from './explanation.ts';

const CSV = [
  'fact,at,type,amount',
  'paid-1,2026-11-20T10:00:00.000Z,purchase-paid,49900',
  'paid-2,2026-11-20T11:00:00.000Z,purchase-paid,10001',
  '"a,b",2026-11-21T10:00:00.000Z,purchase-returned,-9900',
].join('\r\n');
const explained = {
  field: 'totalRevenue',
  value: 500.01,
  formula: 'Sum of the amounts ÷ 100, in rupees. Amounts are paise.',
  period: { from: null, to: '2026-11-22T10:00:00.000Z' },
  facts: 3,
  csv: CSV,
  sha256: 'ab'.repeat(32),
};

describe('the inputs of a number', () => {
  it('are the lines of its CSV by type, in the unit of the number', () => {
    expect(inputsOf('totalRevenue', CSV)).toEqual([
      { type: 'purchase-paid', name: 'Paid purchases', count: 2, sum: '₹599.01' },
      { type: 'purchase-returned', name: 'Money that went back', count: 1, sum: '-₹99' },
    ]);
    expect(inputsOf('activeUsers', CSV.replaceAll('purchase-paid', 'page_view'))[0]).toEqual({
      type: 'page_view',
      name: 'Page view',
      count: 2,
    });
    expect(inputsOf('returningUsersRate', 'fact,at,type,amount\r\na,b,login,1\r\nc,d,login,3')).toEqual([
      { type: 'login', name: 'Login', count: 2, sum: '1' },
    ]);
    expect(inputsOf('paidOrders', 'fact,at,type,amount')).toEqual([]);
  });

  it('come to a number in its own form', () => {
    expect(valueText('conversionRate', 3.4)).toBe('3.4%');
    expect(valueText('mediaBreakdown', { eBook: 61, Magazine: 22 })).toBe('83');
  });
});

describe('BEY-08: a card explains its number', () => {
  it('with its sentences, its inputs and the file it was computed from, by keyboard', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => String(saved.push(file)) }));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = openAdmin('/', { analytics: { explainKpi: () => explained } });
    const opener = await screen.findByRole('button', { name: 'How is this computed: Revenue' });
    opener.focus();
    await user.keyboard('{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: 'Revenue' }));

    expect(await panel.findByText(explained.formula)).toBeTruthy();
    expect(panel.getByText(/^Paid purchases minus returned money/)).toBeTruthy();
    expect(panel.getByText(/^From the beginning to 22 Nov 2026/)).toBeTruthy();
    expect(panel.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'FactsLinesAmount',
      'Paid purchases2₹599.01',
      'Money that went back1-₹99',
      'The number₹500.01',
    ]);
    await user.click(panel.getByRole('button', { name: 'Download CSV' }));
    expect(await saved[0]?.text()).toBe(CSV);
    expect(names[0]).toMatch(/^total-revenue-\d{4}-\d\d-\d\d\.csv$/);
    await user.click(panel.getByRole('button', { name: 'Close' }));
    expect(document.activeElement).toBe(opener);
  });

  it('so does a number of Usage & Billing, for the month that is shown', async () => {
    const queries: unknown[] = [];
    const month = addMonths(kolkataMonth(new Date()), -1);
    const csv = [
      'fact,at,type,amount',
      'turn-1:from,2026-10-20T10:01:00.000Z,chat-from,60000',
      'turn-1:to,2026-10-20T10:00:00.000Z,chat-to,0',
    ].join('\r\n');
    const { user } = openAdmin(`/usage?month=${month}`, {
      analytics: {
        getUsage: () => ({
          whatsapp: { sent: 120, received: 80 },
          aiconcierge: { chatTo: 1, chatFrom: 1, minutesSpoken: 1, ratePerMinute: 2, cost: 2 },
        }),
        explainUsage: ({ params, query }) => {
          queries.push([params.field, query.month]);
          return { ...explained, field: params.field, value: 2, csv };
        },
      },
    });
    expect(await screen.findAllByRole('button', { name: /^How is this computed/ })).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'How is this computed: Monthly cost' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Monthly cost' }));

    expect((await panel.findAllByRole('row')).map(({ textContent }) => textContent)).toEqual([
      'FactsLinesMinutes',
      'Messages from the concierge11',
      'Messages to the concierge10',
      'The number₹2',
    ]);
    expect(queries).toEqual([['cost', month]]);
  });

  it('or shows what to do when it has too many facts, or could not be loaded', async () => {
    let code: 'too-large' | 'unavailable' = 'too-large';
    const { user } = openAdmin('/?tab=analytics', {
      analytics: {
        explainKpi: () => {
          throw new FakeProblem(code, 'More than 200000 facts: read them from the store');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'How is this computed: Returning users' }));
    expect(await screen.findByText('More than 200000 facts: read them from the store')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    code = 'unavailable';
    await user.click(screen.getByRole('button', { name: 'How is this computed: Media breakdown' }));
    expect(await screen.findByText('Failed to load the calculation')).toBeTruthy();
  });
});
