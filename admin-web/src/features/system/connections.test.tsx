import type { ConnectionCheck, ConnectionRow } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAdmin } from '../../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const rowOf = (id: string, area: ConnectionRow['area'], missing: string[] = []): ConnectionRow => ({
  id,
  name: id === 'stripe' ? 'Stripe' : 'Mail server (SMTP)',
  purpose: 'Tests',
  area,
  missing,
  isSandbox: false,
});

/** Payments with Stripe and a mail server; `checks` is how often each was called. */
const paymentsWith = (find: (id: string) => Pick<ConnectionCheck, 'state' | 'sentence'>) => {
  const checks: string[] = [];
  const operations = (service: string) =>
    service === 'payments'
      ? {
          listConnections: () => ({ items: [rowOf('stripe', 'money'), rowOf('smtp', 'mail')] }),
          checkConnection: ({ params: { connection } }: { params: { connection: string } }) => {
            checks.push(connection);
            return { ...find(connection), checkedAt: AT };
          },
        }
      : {};
  return { checks, operations };
};

describe('connections', () => {
  it('lead from the dashboard to a page that checks each one when it opens', async () => {
    const { checks, operations } = paymentsWith((id) =>
      id === 'stripe'
        ? { state: 'works', sentence: 'Stripe accepts the settings.' }
        : { state: 'not-configured', sentence: 'SMTP_URL is not set.' },
    );
    const { user } = openAdmin('/', { operations });
    await user.click(await screen.findByRole('link', { name: 'Connections' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Connections' })).toBeTruthy();
    const money = within(await screen.findByRole('region', { name: 'Money' }));
    expect(await money.findByText('Works')).toBeTruthy();
    expect(money.getByText(/Stripe accepts the settings\./)).toBeTruthy();
    const mail = within(screen.getByRole('region', { name: 'Mail' }));
    expect(await mail.findByText('Not set up')).toBeTruthy();
    expect(mail.getByText(/SMTP_URL is not set\./)).toBeTruthy();
    expect(checks.sort()).toEqual(['smtp', 'stripe']);
  });

  it('are checked again one by one, and all together', async () => {
    let isUp = false;
    const { checks, operations } = paymentsWith(() =>
      isUp
        ? { state: 'sandbox', sentence: 'It answers.' }
        : { state: 'no-answer', sentence: 'No answer within 8 seconds.' },
    );
    const { user } = openAdmin('/?tab=dashboard&open=connections', { operations });
    await waitFor(() => expect(screen.getAllByText('Does not answer')).toHaveLength(2));
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Check Stripe of payments' }));
    expect(await screen.findByText('Sandbox')).toBeTruthy();
    expect(checks.filter((id) => id === 'smtp')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Check all' }));
    await waitFor(() => expect(screen.getAllByText('Sandbox')).toHaveLength(2));
  });

  it('say the sentence of a refusal, and which service did not answer', async () => {
    const operations = (service: string) => {
      if (service === 'cms')
        return {
          listConnections: () => {
            throw new FakeProblem('unavailable', 'Not now');
          },
        };
      return service === 'payments'
        ? {
            listConnections: () => ({ items: [rowOf('stripe', 'money')] }),
            checkConnection: () => {
              throw new FakeProblem('too-many-requests', 'Please wait a minute.');
            },
          }
        : {};
    };
    openAdmin('/?tab=dashboard&open=connections', { operations });
    expect(await screen.findByText('Failed to load connections of cms')).toBeTruthy();
    expect(await screen.findByText('Please wait a minute.')).toBeTruthy();
  });
});
