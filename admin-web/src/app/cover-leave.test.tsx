import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => localStorage.clear());

it('Back below the cover asks nothing that would lie unseen over the login; the draft stays (ADM-46, P82)', async () => {
  let isEnded = false;
  const { user, client } = openAdmin('/?tab=blogs', {
    cms: {
      listBlogs: () => {
        if (isEnded) throw new FakeProblem('invalid-token', 'jwt expired');
        return [];
      },
    },
  });
  const [add = document.body] = await screen.findAllByRole('button', { name: 'New post' });
  await user.click(add);
  const form = within(await screen.findByRole('form', undefined, { timeout: 10_000 }));
  await user.type(form.getByLabelText('Title'), 'Half a title');
  isEnded = true;
  await client.invalidateQueries();
  const ended = await screen.findByRole('dialog', { name: 'Your login has ended.' });

  history.back();

  await waitFor(() => expect(location.search).toBe('?tab=blogs'));
  await waitFor(() => expect([...document.querySelectorAll('dialog')]).toEqual([ended]));
  expect(localStorage.getItem('admin-draft:blogs:new')).toContain('Half a title');
});
