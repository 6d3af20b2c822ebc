import { identityApi, paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Unconfirmed = ReturnType<typeof aProfile>['unconfirmedEmail'];

const open = (unconfirmedEmail: Unconfirmed, resendConfirmation = vi.fn(() => ({ sent: true }))) => ({
  resendConfirmation,
  ...openPage('/profile', {
    userId: 'asha',
    server: [
      plays(identityApi, { getProfile: () => aProfile({ unconfirmedEmail }), resendConfirmation }),
      plays(paymentsApi, { listMyOrders: () => [], getStoredCard: () => ({ card: null }) }),
    ],
  }),
});
const note = async () => within(await screen.findByRole('region', { name: 'Confirm your email' }));

describe('an unconfirmed address', () => {
  it('is shown in one sentence with the day until which the account is kept', async () => {
    open({ deletedAfter: '2126-12-07T10:00:00.000Z' });

    expect((await note()).getByText(/^Your email address is not confirmed yet/).textContent).toBe(
      'Your email address is not confirmed yet: please open the link we mailed you, so that your account stays after 7 Dec 2126.',
    );
    expect(screen.getByRole('link', { name: 'My Library' })).toBeTruthy();
  });

  it.each([null, '2020-01-01T00:00:00.000Z'])(
    'names no day when none is known or it has passed: %s',
    async (deletedAfter) => {
      open({ deletedAfter });

      expect((await note()).getByText(/not confirmed yet/).textContent).toBe(
        'Your email address is not confirmed yet: please open the link we mailed you.',
      );
    },
  );

  it('can get its link again with one click', async () => {
    const { user, resendConfirmation } = open({ deletedAfter: null });

    await user.click((await note()).getByRole('button', { name: 'Send the link again' }));

    expect(await screen.findByText(/^The link is on its way/)).toBeTruthy();
    expect(resendConfirmation).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['too-many-requests', 'Too many attempts. Try again later.'],
    ['unavailable', 'The mail could not be sent just now. Try again.'],
  ] as const)('says why when the mail is not sent: %s', async (code, sentence) => {
    const { user } = open(
      { deletedAfter: null },
      vi.fn(() => {
        throw new FakeProblem(code, 'Too many attempts. Try again later.');
      }),
    );

    await user.click((await note()).getByRole('button', { name: 'Send the link again' }));

    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByRole('button', { name: 'Send the link again' })).toBeTruthy();
  });

  it.each([null, undefined])('is not shown to others: %s', async (unconfirmed) => {
    open(unconfirmed);

    await screen.findByRole('region', { name: 'Your profile' });
    expect(screen.queryByText(/not confirmed yet/)).toBeNull();
  });
});
