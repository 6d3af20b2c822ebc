import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { catalogWithEbook, libraryWithAccess } from '../../testing/ebook-page.ts';
import { openPage } from '../../testing/open-page.tsx';

it('shows a visitor the way to an account, which returns to the purchase', async () => {
  openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });
  const link = await screen.findByRole('link', { name: 'Create an account' });
  expect(link.getAttribute('href')).toBe('/register?next=%2Febook%2Fseven-ways%3Fbuy%3D1');
});

it('shows no way to an account to a reader who has one', async () => {
  openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [catalogWithEbook(), libraryWithAccess(false)],
  });
  expect((await screen.findAllByRole('button', { name: 'Buy eBook' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});
