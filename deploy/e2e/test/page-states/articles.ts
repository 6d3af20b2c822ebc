import type { Page } from 'playwright-core';
import { type PageState, type Props, waitForText } from './page-state.ts';

const press =
  (button: string, heading: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

/** Sends the form at the foot of the home page, and waits for its answer. */
const subscribeAtHome =
  (email: string, answer: string) =>
  async (page: Page): Promise<void> => {
    const form = page.getByRole('form', { name: 'Newsletter' });
    // its code loads when it comes near the window
    await page.getByRole('heading', { name: 'A letter, once a month.' }).scrollIntoViewIfNeeded();
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await waitForText(answer)(page);
  };

/** The path of the first post whose title has letters of this script. */
const postIn =
  (script: string) =>
  ({ posts }: Props): string => {
    const letters = new RegExp(`\\p{Script=${script}}`, 'u');
    return `/blogs/${posts.find(({ title }) => letters.test(title))?._id}`;
  };

export const articleStates: readonly PageState[] = [
  { name: 'blogs', path: () => '/blogs' },
  ...['Latin', 'Devanagari', 'Tamil', 'Bengali', 'Arabic'].map(
    (script): PageState => ({
      name: `blog-${script.toLowerCase()}`,
      path: postIn(script),
      act: waitForText('min read'),
    }),
  ),
  {
    name: 'blog-shared',
    path: postIn('Latin'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Copy a plain link' }).click();
      await page
        .getByText(/copied\.|Link to copy/)
        .or(page.getByLabel('Link to copy'))
        .first()
        .waitFor();
    },
  },
  { name: 'blog-text', path: (props) => `/text${postIn('Devanagari')(props)}` },
  { name: 'blog-unknown', path: () => '/blogs/unknown', act: waitForText('404: Not Found') },
  { name: 'newsletter', path: () => '/newsletter' },
  {
    name: 'newsletter-wrong-address',
    path: () => '/newsletter',
    act: async (page) => {
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await waitForText('Please enter a valid email address.')(page);
    },
  },
  {
    name: 'newsletter-asked',
    path: () => '/newsletter',
    act: async (page) => {
      await page.getByLabel('Email').fill('page-states@reader.example');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await waitForText('Thank you. Please confirm using the link we have just sent you.')(page);
    },
  },
  {
    name: 'home-newsletter-wrong-address',
    path: () => '/',
    act: subscribeAtHome('', 'Please enter a valid email address.'),
  },
  {
    name: 'home-newsletter-asked',
    path: () => '/',
    act: subscribeAtHome(
      'page-states-home@reader.example',
      'Thank you. Please confirm using the link we have just sent you.',
    ),
  },
  { name: 'newsletter-confirm', path: () => '/newsletter#confirm=unknown.token' },
  {
    name: 'newsletter-confirm-invalid',
    path: () => '/newsletter#confirm=unknown.token',
    act: press('Confirm', 'This link is not valid.'),
  },
  { name: 'newsletter-leave', path: () => '/newsletter#leave=unknown.token' },
  {
    name: 'newsletter-leave-invalid',
    path: () => '/newsletter#leave=unknown.token',
    act: press('Unsubscribe', 'This link is not valid.'),
  },
];
