import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { track } from '../../lib/track.ts';
import { confirmPayment, stubProviders, verification } from '../../testing/checkout-servers.ts';
import { sendToAll, stubEventSource } from '../../testing/fake-event-source.ts';
import { openPage } from '../../testing/open-page.tsx';
import { createDraft, createPayment, register, registered, runServers } from '../../testing/run-servers.ts';

vi.mock('../../lib/track.ts', { spy: true });
beforeEach(() => {
  stubProviders();
  for (const recorded of [createDraft, createPayment, register]) recorded.mockReset();
  confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
});

/** Fills in the form up to the button that pays. */
const fillForm = async (...args: Parameters<typeof runServers>) => {
  const opened = openPage('/virtual-run', { server: runServers(...args) });
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Register Now' }));
  const form = within(await screen.findByRole('form', { name: 'Registration' }));
  await user.type(form.getByLabelText('Name'), 'Asha Rao');
  await user.type(form.getByLabelText('Display name'), 'Meher');
  await user.type(form.getByLabelText('Email'), ' asha@example.org ');
  await user.click(form.getByLabelText('Wheel'));
  await user.type(form.getByLabelText('Distance in km'), '5.5');
  await user.type(form.getByLabelText('Goal in ₹ (optional)'), '10000');
  await user.click(form.getByLabelText(/Keep these details/));
  return {
    ...opened,
    form,
    pay: () => user.click(form.getByRole('button', { name: 'Pay ₹500 and register' })),
  };
};
/** Pays in the card dialog, again while the provider's fields are loading. */
const payByCard = async (user: ReturnType<typeof openPage>['user']) => {
  const card = within(await screen.findByRole('form', { name: 'Card' }));
  await vi.waitFor(
    async () => {
      await user.click(card.getByRole('button', { name: 'Pay ₹500' }));
      expect(confirmPayment).toHaveBeenCalled();
    },
    { timeout: 10_000, interval: 300 },
  );
};

describe('a registration (WEB-65)', () => {
  it('WEB-61, USE-02: form, draft, card, verification, registration, success with the link and a calendar entry', async () => {
    const { user, pay } = await fillForm();
    expect(globalThis.document.querySelector('script[src*="stripe"]')).toBeNull();
    await pay();
    await screen.findByRole('dialog', { name: 'Pay by card' });
    expect(screen.queryByRole('dialog', { name: 'Register' })).toBeNull();
    await payByCard(user);

    expect(vi.mocked(track).mock.calls).toContainEqual([
      'payment_initiated',
      { provider: 'stripe', purpose: 'virtual-run' },
    ]);
    const done = within(await screen.findByRole('dialog', { name: 'Thank you' }));
    expect(await done.findByRole('heading', { name: 'You are in.' })).toBe(document.activeElement);
    const link = done.getByRole('link', { name: '/run/f/abcdefghijkmn' });
    expect(link.getAttribute('href')).toBe('/run/f/abcdefghijkmn');
    expect(done.getByRole('button', { name: 'Copy a plain link' })).toBeTruthy();
    expect(done.getByRole('button', { name: 'Add to calendar' })).toBeTruthy();

    expect(createDraft).toHaveBeenCalledWith(
      expect.objectContaining({
        eventId: 'run-2026',
        name: 'Asha Rao',
        displayName: 'Meher',
        email: 'asha@example.org',
        activityType: 'wheel',
        distanceKm: 5.5,
        fundraisingGoal: 10_000,
        amountPaid: 500,
        consentData: true,
        consentMarketing: false,
        isListed: false,
        nameInAddress: false,
        showPronouns: false,
      }),
    );
    expect(createPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        purpose: 'virtual-run',
        amountMinor: 50_000,
        currency: 'INR',
        provider: 'stripe',
        name: 'Asha Rao',
        email: 'asha@example.org',
        runDraftId: 'draft-1',
      }),
    );
    expect(register).toHaveBeenCalledWith(expect.objectContaining({ paymentId: 'pi_1', draftId: 'draft-1' }));
  }, 30_000);

  it('"Payment initiation failed." when the payment does not start; the form stays', async () => {
    createPayment.mockImplementation(() => {
      throw new FakeProblem('provider-failed', 'down');
    });
    const { form, pay } = await fillForm();
    await pay();
    expect((await form.findByRole('alert')).textContent).toBe('Payment initiation failed.');
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao');
  });

  it('"Registration failed. Please try again." when the form is not stored; nothing is charged', async () => {
    const createDraft = vi.fn(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    const { form, pay } = await fillForm({ createDraft });
    await pay();
    expect((await form.findByRole('alert')).textContent).toBe('Registration failed. Please try again.');
    expect(createPayment).not.toHaveBeenCalled();
  });

  it('a closed card returns to the form, and the same form is the same draft and the same order', async () => {
    const { user, fetched, pay } = await fillForm();
    await pay();
    const card = within(await screen.findByRole('dialog', { name: 'Pay by card' }));
    await user.click(card.getByRole('button', { name: 'Close' }));
    const form = within(await screen.findByRole('form', { name: 'Registration' }));
    expect((await form.findByRole('alert')).textContent).toBe('Payment failed or cancelled.');
    await user.click(form.getByRole('button', { name: 'Pay ₹500 and register' }));
    await screen.findByRole('dialog', { name: 'Pay by card' });

    expect(createDraft).toHaveBeenCalledTimes(1);
    const keys = fetched.mock.calls
      .filter(([url]) => String(url).endsWith('/payments/create'))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('paid and not saved: shows that the payment is safe, and tries again with the same payment', async () => {
    const answer = vi.fn(() => registered);
    answer.mockImplementationOnce(() => {
      throw new FakeProblem('event-closed', 'Registration has closed.');
    });
    const { user, pay } = await fillForm({ register: answer });
    await pay();
    await payByCard(user);
    expect(
      await screen.findByRole('heading', { name: 'Registration failed. Please try again.' }),
    ).toBeTruthy();
    expect(
      screen.getByText('Your payment is safe. We finish your registration and write to you.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'You are in.' })).toBeTruthy();
  }, 30_000);

  it('awaiting-payment: a calm line, which moves by itself when the payment is verified', async () => {
    const streams = stubEventSource();
    let status: 'awaiting-payment' | 'paid' = 'awaiting-payment';
    const { user, pay } = await fillForm(
      { register: () => ({ ...registered, status }) },
      { confirm: () => verification('pending') },
    );
    await pay();
    await payByCard(user);
    expect(
      await screen.findByText(/Your page opens as soon as the bank has confirmed the payment/),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: registered.url })).toBeNull();
    status = 'paid';
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    act(() => sendToAll(streams, 'registration'));
    expect(await screen.findByRole('link', { name: registered.url })).toBeTruthy();
  }, 30_000);

  it('a refused payment returns to the form with its status', async () => {
    const confirm = () => {
      throw new FakeProblem('payment-not-complete', 'Payment status: requires_payment_method');
    };
    const { user, pay } = await fillForm({}, { confirm });
    await pay();
    await payByCard(user);
    expect(await screen.findByText('Payment status: requires_payment_method')).toBeTruthy();
    expect(register).not.toHaveBeenCalled();
  }, 30_000);
});
