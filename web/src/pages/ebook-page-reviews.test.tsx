import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { catalogWithEbook, libraryWithAccess, reviewsOf } from '../testing/ebook-page.ts';
import { aReview } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const refuse = (code: 'not-found' | 'unavailable') => () => {
  throw new FakeProblem(code, 'no');
};

it("shows 'No reviews yet. Be the first to review!' and shows the form to readers only (WEB-86, WEB-87)", async () => {
  openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });

  expect(await screen.findByText('No reviews yet. Be the first to review!')).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Your review' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in to write a review' }).getAttribute('href')).toBe(
    '/login?next=%2Febook%2Fseven-ways',
  );
});

it('posts a review only with stars and text of at most 500 characters (WEB-85)', async () => {
  const post = vi.fn();
  const { user } = openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [
      catalogWithEbook(
        {},
        {
          postReview: ({ body }) => {
            post(body);
            return aReview({ ...body, user: { _id: 'asha', name: 'Asha', pronouns: null } });
          },
        },
      ),
      libraryWithAccess(false),
    ],
  });
  const form = within(await screen.findByRole('form', { name: 'Your review' }));
  const submit = form.getByRole<HTMLButtonElement>('button', { name: 'Post review' });
  expect(submit.disabled).toBe(true);

  await user.click(form.getByRole('radio', { name: '4 stars' }));
  await user.type(form.getByRole('textbox', { name: 'Comment' }), '   ');
  expect(submit.disabled).toBe(true);
  await user.type(form.getByRole('textbox', { name: 'Comment' }), 'Missed my stop. ');
  expect(form.getByRole<HTMLTextAreaElement>('textbox').maxLength).toBe(500);
  await user.click(submit);

  await waitFor(() => expect(post).toHaveBeenCalledWith({ rating: 4, comment: 'Missed my stop.' }));
});

it('lets a reader change and delete their own review and no other (WEB-86)', async () => {
  let reviews = [
    aReview({ _id: 'mine', comment: 'Mine', user: { _id: 'asha', name: 'Asha', pronouns: 'she/her' } }),
    aReview(),
  ];
  const { user } = openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [
      catalogWithEbook(
        {},
        {
          listReviews: () => reviewsOf(reviews),
          deleteReview: () => {
            reviews = reviews.filter(({ _id }) => _id !== 'mine');
            return { ok: true };
          },
        },
      ),
      libraryWithAccess(false),
    ],
  });
  const form = within(await screen.findByRole('form', { name: 'Your review' }));
  expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Mine');
  expect(form.getByRole('button', { name: 'Update review' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);

  await user.click(form.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(screen.queryByText('shown as Asha, she/her')).toBeNull());
  expect(screen.getByText('I have met that man.')).toBeTruthy();
});

it("keeps what was typed and shows 'Failed to submit review' or 'Failed to delete review' (WEB-87)", async () => {
  const ownReview = aReview({ _id: 'mine', user: { _id: 'asha', name: 'Asha', pronouns: null } });
  const { user } = openPage('/ebook/seven-ways', {
    userId: 'asha',
    server: [
      catalogWithEbook(
        {},
        {
          listReviews: () => reviewsOf([ownReview]),
          postReview: refuse('unavailable'),
          deleteReview: refuse('unavailable'),
        },
      ),
      libraryWithAccess(false),
    ],
  });
  const form = within(await screen.findByRole('form', { name: 'Your review' }));
  await user.type(form.getByRole('textbox'), ' Twice.');

  await user.click(form.getByRole('button', { name: 'Update review' }));
  expect(await screen.findByText('Failed to submit review')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Delete' }));

  expect(await screen.findByText('Failed to delete review')).toBeTruthy();
  expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('I have met that man. Twice.');
});
