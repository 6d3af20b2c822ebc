import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import {
  byCashfree,
  byStripe,
  checkout,
  confirmPayment,
  openProviders,
  orderId,
  type PaymentAnswers,
  settled,
  whereOnePays,
} from '../../testing/payments.ts';

beforeEach(openProviders);

const started = () => byCashfree(50_000);
const given = (status: 'paid' | 'pending' | 'expired') => settled(status, 'contribution');
const world = (payments: PaymentAnswers = {}, country = 'IN') =>
  whereOnePays({ createPayment: country === 'IN' ? started : () => byStripe(600), ...payments }, { country });

const open = async (server = world(), more: { as?: string } = {}) => {
  const opened = openPage('/support', { server, ...more });
  await opened.user.click(await screen.findByRole('button', { name: 'Contribute' }));
  await screen.findByLabelText('Name on the receipt');
  return opened;
};
const fill = async (user: ReturnType<typeof openPage>['user']) => {
  await user.type(screen.getByLabelText('Name on the receipt'), 'Asha');
  await user.type(screen.getByLabelText('Email'), 'asha@example.org');
};
const give = (amount: string) => screen.getByRole('button', { name: `Contribute ${amount}` });

describe('/support', () => {
  it('says what a contribution does, the ways to give and what comes next (WEB-66)', async () => {
    openPage('/support', { server: world() });
    expect(await screen.findByRole('heading', { name: 'Impact' })).toBeTruthy();
    const ways = within(screen.getByRole('region', { name: 'Ways to Give' }));
    for (const name of ['One-time contribution', 'Monthly supporter', 'Corporate or team pledge'])
      expect(ways.getByRole('heading', { name })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Next steps' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Fundraise via Run' }).getAttribute('href')).toBe('/virtual-run');
    expect(screen.getByRole('link', { name: 'Get Updates' }).getAttribute('href')).toBe('/newsletter');
  });
});

describe('the contribution modal', () => {
  it('starts with 500 rupees, says who is paid and where the country comes from (WEB-83)', async () => {
    await open();
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount in rupees/).value).toBe('500');
    expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
    const country = screen.getByLabelText<HTMLInputElement>('Country');
    expect(country.readOnly).toBe(true);
    expect(country.value).toBe('India');
    expect(screen.getByText('STR MEDIA')).toBeTruthy();
    expect(screen.getByText('Thank you')).toBeTruthy();
  });

  it('starts with 6 dollars abroad (PAY-30)', async () => {
    await open(world({}, 'DE'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount in dollars/).value).toBe('6');
    expect(screen.getByLabelText<HTMLInputElement>('Country').value).toBe('Germany');
    expect(give('$6')).toBeTruthy();
  });

  it('says Please fill all fields once and refuses less than 1, before anything is sent (WEB-83)', async () => {
    const createPayment = vi.fn(started);
    const { user } = await open(world({ createPayment }));
    await user.click(give('₹500'));
    expect(screen.getByRole('alert').textContent).toBe('Please fill all fields');
    expect(document.activeElement).toBe(screen.getByLabelText('Name on the receipt'));

    await fill(user);
    const amount = screen.getByLabelText(/^Amount in rupees/);
    await user.clear(amount);
    await user.type(amount, '0.5{Enter}');
    expect(screen.getByText('Amount must be at least 1')).toBeTruthy();
    expect(createPayment).not.toHaveBeenCalled();
  });

  it('is filled in for somebody signed in', async () => {
    await open(world(), { as: 'asha' });
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
  });
});

describe('contributing by Cashfree', () => {
  it('asks for minor units without an account and thanks, then closes by itself (WEB-84)', async () => {
    checkout.mockResolvedValue({ paymentDetails: {} });
    const createPayment = vi.fn(started);
    const { user } = await open(world({ createPayment, verifyCashfree: () => given('paid') }));
    await fill(user);
    await user.click(give('₹500'));

    expect(await screen.findByText('Thank you for your Contribution!')).toBeTruthy();
    const wish = {
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
    expect(JSON.parse(String(sent?.body))).toEqual(wish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 8_000 });
    expect(screen.getByText('Received, thank you. Your receipt is on its way by email.')).toBeTruthy();
  });

  it('says Processing... while it is under way', async () => {
    let answer: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    checkout.mockResolvedValue({ error: {} });
    const createPayment = async () => {
      await gate;
      return started();
    };
    const { user } = await open(world({ createPayment, verifyCashfree: () => given('pending') }));
    await fill(user);
    await user.click(give('₹500'));
    const button = await screen.findByRole('button', { name: 'Processing...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    answer();
    await screen.findByRole('alert');
  });

  it('says Payment failed or cancelled. and keeps what was typed (WEB-84)', async () => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const { user } = await open(world({ verifyCashfree: () => given('pending') }));
    await fill(user);
    await user.click(give('₹500'));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment failed or cancelled.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.org');
    expect(give('₹500')).toBeTruthy();
  });

  it.each([
    ['the same', 'is still open', 'pending', true],
    ['a new one', 'can not be paid any more', 'expired', false],
  ] as const)('asks for %s payment again when the one before %s', async (_, _how, status, isSame) => {
    checkout.mockResolvedValue({ error: { code: 'payment_aborted' } });
    const createPayment = vi.fn(started);
    const { user, fetched } = await open(world({ createPayment, verifyCashfree: () => given(status) }));
    await fill(user);
    await user.click(give('₹500'));
    await screen.findByRole('alert');
    await user.click(give('₹500'));
    await waitFor(() => expect(createPayment).toHaveBeenCalledTimes(2));
    const [first, second] = fetched.mock.calls
      .filter(([target]) => String(target).endsWith('/payments/create'))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(first).toBeTruthy();
    expect(second === first).toBe(isSame);
  });

  it.each([
    ['nobody answers', new FakeProblem('unavailable', 'Not available right now')],
    ['the provider refuses', new FakeProblem('provider-failed', 'Cashfree said 400')],
  ])('says Payment initiation failed. when %s (WEB-84, PAY-37)', async (_, problem) => {
    const createPayment = () => {
      throw problem;
    };
    const { user } = await open(world({ createPayment }));
    await fill(user);
    await user.click(give('₹500'));
    expect((await screen.findByRole('alert')).textContent).toBe('Payment initiation failed.');
  });
});

describe('contributing by card', () => {
  const pay = async (payments: PaymentAnswers) => {
    const opened = await open(world(payments, 'DE'));
    await fill(opened.user);
    await opened.user.click(give('$6'));
    await screen.findByRole('dialog', { name: 'Pay by card' });
    const button = await screen.findByRole('button', { name: 'Pay $6.00' });
    // The fields of the provider count as ready half a second after they came; a press before that says so.
    await waitFor(
      async () => {
        await opened.user.click(button);
        expect(confirmPayment).toHaveBeenCalled();
      },
      { interval: 200 },
    );
    return opened;
  };

  it('asks the confirmation endpoint first, then thanks (WEB-84, PAY-36)', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const confirmStripe = vi.fn(() => given('paid'));
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

  it('returns to the form with the error when the server can not confirm it (WEB-84)', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const confirmStripe = () => {
      throw new FakeProblem('payment-not-complete', 'Payment status: processing');
    };
    await pay({ confirmStripe });
    expect(await screen.findByText('Payment status: processing')).toBeTruthy();
    expect(give('$6')).toBeTruthy();
  });
});
