import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  byCashfree,
  byStripe,
  checkout,
  checkoutServers,
  confirmPayment,
  orderId,
  type PaymentResponses,
  stubProviders,
  verification,
} from '../../testing/checkout-servers.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeEach(stubProviders);

const started = () => byCashfree(50_000);
const contributionStatus = (status: 'paid' | 'pending' | 'expired') => verification(status, 'contribution');
const servers = (payments: PaymentResponses = {}, country = 'IN') =>
  checkoutServers(
    { createPayment: country === 'IN' ? started : () => byStripe(600), ...payments },
    { country },
  );

const openDialog = async (server = servers(), options: { userId?: string } = {}) => {
  const opened = openPage('/support', { server, ...options });
  await opened.user.click(await screen.findByRole('button', { name: 'Contribute' }));
  await screen.findByLabelText('Name on the receipt');
  return opened;
};
const fill = async (user: ReturnType<typeof openPage>['user']) => {
  await user.type(screen.getByLabelText('Name on the receipt'), 'Asha');
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
};
const contributeButton = (amount: string) => screen.getByRole('button', { name: `Contribute ${amount}` });

describe('/support', () => {
  it('explains what a contribution does, the ways to give and the next steps (WEB-66)', async () => {
    openPage('/support', { server: servers() });
    expect(await screen.findByRole('heading', { name: 'Impact' })).toBeTruthy();
    const waysToGive = within(screen.getByRole('region', { name: 'Ways to Give' }));
    for (const name of ['One-time contribution', 'Monthly supporter', 'Corporate or team pledge'])
      expect(waysToGive.getByRole('heading', { name })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Next steps' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Fundraise via Run' }).getAttribute('href')).toBe('/virtual-run');
    expect(screen.getByRole('link', { name: 'Get Updates' }).getAttribute('href')).toBe('/newsletter');
  });
});

describe('the contribution modal', () => {
  it('starts with 500 rupees, shows the statement name and the detected country (WEB-83)', async () => {
    await openDialog();
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount in rupees/).value).toBe('500');
    expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
    const country = screen.getByLabelText<HTMLInputElement>('Country');
    expect(country.readOnly).toBe(true);
    expect(country.value).toBe('India');
    expect(screen.getByText('STR MEDIA')).toBeTruthy();
    expect(screen.getByText('Thank you')).toBeTruthy();
  });

  it('keeps what was typed when the page cannot be loaded again', async () => {
    const { user, reloadOffline } = await openDialog();
    await fill(user);
    await reloadOffline();
    expect(screen.getByLabelText<HTMLInputElement>('Name on the receipt').value).toBe('Asha');
  });

  it('starts with 6 dollars abroad (PAY-30)', async () => {
    await openDialog(servers({}, 'DE'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount in dollars/).value).toBe('6');
    expect(screen.getByLabelText<HTMLInputElement>('Country').value).toBe('Germany');
    expect(contributeButton('$6')).toBeTruthy();
  });

  it('shows Please fill all fields once and refuses less than 1, before anything is sent (WEB-83)', async () => {
    const createPayment = vi.fn(started);
    const { user } = await openDialog(servers({ createPayment }));
    await user.click(contributeButton('₹500'));
    expect(screen.getByRole('alert').textContent).toBe('Please fill all fields');
    expect(document.activeElement).toBe(screen.getByLabelText('Name on the receipt'));

    await fill(user);
    const amount = screen.getByLabelText(/^Amount in rupees/);
    await user.clear(amount);
    await user.type(amount, '0.5{Enter}');
    expect(screen.getByText('Amount must be at least 1')).toBeTruthy();
    expect(createPayment).not.toHaveBeenCalled();
  });

  it('is prefilled for a logged-in reader', async () => {
    await openDialog(servers(), { userId: 'asha' });
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
  });
});

describe('contributing by Cashfree', () => {
  it('sends minor units without an account and thanks, then closes by itself (WEB-84)', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const createPayment = vi.fn(started);
    const { user } = await openDialog(
      servers({ createPayment, verifyCashfree: () => contributionStatus('paid') }),
    );
    await fill(user);
    await user.click(contributeButton('₹500'));

    expect(await screen.findByText('Thank you for your Contribution!')).toBeTruthy();
    const request = {
      amount: 50_000,
      currency: 'INR',
      country: 'IN',
      provider: 'cashfree',
      name: 'Asha',
      email: 'asha@example.org',
      isContribution: true,
      returnUrl: `${location.origin}/payment-success`,
    };
    const [, sent] =
      vi.mocked(fetch).mock.calls.find(([target]) => String(target).endsWith('/payments/create')) ?? [];
    expect(JSON.parse(String(sent?.body))).toEqual(request);
    // it closes with this sentence; a dialog that a part still loads for is hidden for a moment, not closed
    const received = 'Received, thank you. Your receipt is on its way by email.';
    expect(await screen.findByText(received, undefined, { timeout: 8_000 })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows Processing... while it is running', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    checkout.mockResolvedValue({ error: {} });
    const createPayment = async () => {
      await gate;
      return started();
    };
    const { user } = await openDialog(
      servers({ createPayment, verifyCashfree: () => contributionStatus('pending') }),
    );
    await fill(user);
    await user.click(contributeButton('₹500'));
    const button = await screen.findByRole('button', { name: 'Processing...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    release();
    await screen.findByRole('alert');
  });

  it('shows Payment failed or cancelled. and keeps what was typed (WEB-84)', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const { user } = await openDialog(servers({ verifyCashfree: () => contributionStatus('pending') }));
    await fill(user);
    await user.click(contributeButton('₹500'));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment failed or cancelled.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
    expect(contributeButton('₹500')).toBeTruthy();
  });

  it.each([
    ['the same', 'is still open', 'pending', true],
    ['a new one', 'cannot be paid any more', 'expired', false],
  ] as const)('sends %s idempotency key when the attempt before %s', async (_, _how, status, isSame) => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const createPayment = vi.fn(started);
    const { user, fetched } = await openDialog(
      servers({ createPayment, verifyCashfree: () => contributionStatus(status) }),
    );
    await fill(user);
    await user.click(contributeButton('₹500'));
    await screen.findByRole('alert');
    await user.click(contributeButton('₹500'));
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = fetched.mock.calls
      .filter(([target]) => String(target).endsWith('/payments/create'))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(first).toBeTruthy();
    expect(second === first).toBe(isSame);
  });

  it.each([
    ['the server does not answer', new FakeProblem('unavailable', 'Not available right now')],
    ['the provider refuses', new FakeProblem('provider-failed', 'Cashfree said 400')],
  ])('says Payment initiation failed. when %s (WEB-84, PAY-37)', async (_, problem) => {
    const createPayment = () => {
      throw problem;
    };
    const { user } = await openDialog(servers({ createPayment }));
    await fill(user);
    await user.click(contributeButton('₹500'));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment initiation failed.');
  });
});

describe('contributing by card', () => {
  const pay = async (payments: PaymentResponses) => {
    const opened = await openDialog(servers(payments, 'DE'));
    await fill(opened.user);
    await opened.user.click(contributeButton('$6'));
    await screen.findByRole('dialog', { name: 'Pay by card' });
    const button = await screen.findByRole('button', { name: 'Pay $6.00' });
    // The card fields are ready half a second after they load; a click before that shows a message.
    await waitFor(
      async () => {
        await opened.user.click(button);
        expect(confirmPayment).toHaveBeenCalled();
      },
      { interval: 200 },
    );
    return opened;
  };

  it('calls the confirmation endpoint first, then thanks (WEB-84, PAY-36)', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const confirmStripe = vi.fn(() => contributionStatus('paid'));
    const logContribution = vi.fn(() => ({ ok: true as const, orderId, status: 'paid', paid: true }));
    await pay({ confirmStripe, logContribution });
    expect(await screen.findByText('Thank you for your Contribution!')).toBeTruthy();
    expect(confirmStripe).toHaveBeenCalledWith(
      expect.objectContaining({
        body: {
          paymentIntentId: 'pi_1',
          name: 'Asha',
          email: 'asha@example.org',
          amount: 600,
          currency: 'USD',
          country: 'DE',
        },
      }),
    );
    await waitFor(() => expect(logContribution).toHaveBeenCalledTimes(1));
  });

  it('returns to the form with the error when the server cannot confirm it (WEB-84)', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const confirmStripe = () => {
      throw new FakeProblem('payment-not-complete', 'Payment status: processing');
    };
    await pay({ confirmStripe });
    expect(await screen.findByText('Payment status: processing')).toBeTruthy();
    expect(contributeButton('$6')).toBeTruthy();
  });
});
