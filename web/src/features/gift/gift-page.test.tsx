import { paymentsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';

const CODE = '7K2M-9QXA-0B4D-XYZ1';
const items = [
  { media: 'seven-ways', mediaType: 'ebook', format: 'text', title: 'Seven Ways', creator: 'A. Writer' },
] as const;

const open = (
  address: string,
  redeemGift: Parameters<typeof plays<typeof paymentsApi>>[1]['redeemGift'],
  userId: string | null = 'asha',
) =>
  openPage(address, {
    ...(userId === null ? {} : { userId }),
    server: [plays(paymentsApi, { ...(redeemGift ? { redeemGift } : {}) })],
  });

describe('/gift (decision 0137)', () => {
  it('takes the code of a link out of the address, and opens the gift with one press', async () => {
    const redeemGift = vi.fn(() => ({ items: [...items] }));
    const { user, where, hash } = open(`/gift#code=${CODE.replaceAll('-', '')}`, redeemGift);
    expect((await screen.findByLabelText<HTMLInputElement>('Your code')).value).toBe(CODE);
    await waitFor(() => expect([where(), hash()]).toEqual(['/gift', '']));

    await user.click(screen.getByRole('button', { name: 'Open it' }));

    const heading = await screen.findByRole('heading', { name: 'It’s yours' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByRole('link', { name: 'Seven Ways' }).getAttribute('href')).toBe('/ebook/seven-ways');
    expect(redeemGift).toHaveBeenCalledTimes(1);
  });

  it('keeps the code in the tab while a visitor logs in', async () => {
    open(`/gift#code=${CODE.replaceAll('-', '')}`, undefined, null);
    expect(await screen.findByText(/Your code is kept in this tab/)).toBeTruthy();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/login?next=%2Fgift',
    );
    cleanup();

    open('/gift', () => ({ items: [...items] }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your code')).value).toBe(CODE);
  });

  it('says why a code does not open, and keeps it', async () => {
    const { user } = open('/gift', () => {
      throw new FakeProblem('too-late', 'This gift has already been opened.');
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Your code');
    await user.click(screen.getByRole('button', { name: 'Open it' }));
    expect(await screen.findByText('Enter the code that you were given')).toBeTruthy();
    await user.type(field, '7k2m 9qxa 0b4d xyz1');
    await user.click(screen.getByRole('button', { name: 'Open it' }));
    expect(await screen.findByText('This gift has already been opened.')).toBeTruthy();
    expect(field.value).toBe('7k2m 9qxa 0b4d xyz1');
  });
});
