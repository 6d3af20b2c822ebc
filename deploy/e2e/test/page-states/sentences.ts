import type { Page } from 'playwright-core';
import { TIMEOUT_MS } from '../support/purchase-flow.ts';

/** Answers of the API that a state needs: every call fails, lists are empty, or a proxy answers with HTML. */
export type Forced = 'failing' | 'empty' | 'html';

/** The exact words that pages show in one state. */
export type SentenceRow = {
  readonly state: string;
  readonly path: string;
  readonly forced?: Forced;
  readonly act?: (page: Page) => Promise<void>;
  readonly sentences: readonly string[];
};

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('main').getByRole('button', { name }).first().click({ timeout: TIMEOUT_MS });

const fillAndPress =
  (fields: Readonly<Record<string, string>>, button: string | RegExp) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value, { timeout: TIMEOUT_MS });
    await press(button)(page);
  };

const login = (identifier: string) =>
  fillAndPress({ 'Phone number or email': identifier, Password: 'not the password' }, /^Log in$/);
const newPassword = (first: string, second: string) =>
  fillAndPress({ 'New password': first, 'Confirm password': second }, 'Set password');

const home: readonly SentenceRow[] = [
  {
    state: 'home',
    path: '/',
    sentences: ['Stories that were always ours.', 'Digital library', 'Archives', 'Publishing'],
  },
  {
    state: 'home without its list',
    path: '/',
    forced: 'failing',
    sentences: ['Failed to load featured publications'],
  },
  {
    state: 'home with an empty list',
    path: '/',
    forced: 'empty',
    sentences: ['No featured publications found.'],
  },
  { state: 'an unknown path', path: '/nowhere-at-all', sentences: ['404: Not Found', 'It\u2019s gone :('] },
];

const lists: readonly SentenceRow[] = [
  { state: 'all eBooks', path: '/e-books', sentences: ['All Formats', 'Digital', 'Audio'] },
  { state: 'eBooks failing', path: '/e-books', forced: 'failing', sentences: ['Failed to load eBooks'] },
  {
    state: 'eBooks without a match',
    path: '/e-books?q=zzzzqqqq',
    forced: 'empty',
    sentences: ['No eBooks found matching your criteria.'],
  },
  {
    state: 'the digital library',
    path: '/digital-library',
    sentences: [
      'The digital library',
      'Explore Collection',
      'Learn More',
      'Why it matters',
      'Explore All Media',
    ],
  },
  {
    state: 'the digital library failing',
    path: '/digital-library',
    forced: 'failing',
    sentences: ['Failed to load digital library content'],
  },
  {
    state: 'the archives',
    path: '/archives',
    sentences: ['The archives', 'Explore Collection', 'About the Archives'],
  },
  {
    state: 'the archives failing',
    path: '/archives',
    forced: 'failing',
    sentences: ['Failed to load archives'],
  },
  { state: 'the blog failing', path: '/blogs', forced: 'failing', sentences: ['Failed to load blogs'] },
  { state: 'the blog empty', path: '/blogs', forced: 'empty', sentences: ['No blog posts found.'] },
];

const details: readonly SentenceRow[] = [
  { state: 'an unknown eBook', path: '/ebook/nothing-here', sentences: ['eBook not found'] },
  { state: 'an unknown short film', path: '/short-film/nothing-here', sentences: ['Short Film not found'] },
  {
    state: 'an unknown documentary',
    path: '/documentary/nothing-here',
    sentences: [
      'Documentary not found',
      'Sorry, this documentary could not be found. It may have been removed or the link is incorrect.',
    ],
  },
  {
    state: 'an unknown audio story',
    path: '/audio-story/nothing-here',
    sentences: ['Audio Story not found'],
  },
  { state: 'an unknown magazine', path: '/magazine/nothing-here', sentences: ['Magazine not found'] },
  {
    state: 'an unknown oral history',
    path: '/oral-history/nothing-here',
    sentences: ['Oral History not found'],
  },
];

const accounts: readonly SentenceRow[] = [
  { state: 'log in', path: '/login', sentences: ['Phone number or email', 'Password', 'Log in'] },
  {
    state: 'log in without an identifier',
    path: '/login',
    act: press(/^Log in$/),
    sentences: ['Please provide your Phone Number or Email ID'],
  },
  {
    state: 'log in with something else',
    path: '/login',
    act: login('not an address'),
    sentences: ['Please enter a valid Email ID or Phone Number'],
  },
  { state: 'register', path: '/register', sentences: ['Name', 'Pronouns'] },
  {
    state: 'a forgotten password',
    path: '/forgot-password',
    act: fillAndPress({ Email: 'nobody@reader.example' }, 'Send link'),
    sentences: ['Check your email'],
  },
  {
    state: 'a forgotten password failing',
    path: '/forgot-password',
    forced: 'failing',
    act: fillAndPress({ Email: 'nobody@reader.example' }, 'Send link'),
    sentences: ['Failed to send reset email.'],
  },
  {
    state: 'a short password',
    path: '/reset-password?token=made-up',
    act: newPassword('short', 'short'),
    sentences: ['Password must be at least 6 characters.'],
  },
  {
    state: 'two passwords',
    path: '/reset-password?token=made-up',
    act: newPassword('kahaani aur kitaab 8', 'kahaani aur kitaab 9'),
    sentences: ['Passwords do not match.'],
  },
  {
    state: 'a refused reset',
    path: '/reset-password?token=made-up',
    act: newPassword('kahaani aur kitaab 8', 'kahaani aur kitaab 8'),
    sentences: ['Failed to reset password'],
  },
];

const subscribe = fillAndPress({ Email: 'sentences@reader.example' }, 'Subscribe');

const newsletter: readonly SentenceRow[] = [
  {
    state: 'the newsletter with a wrong address',
    path: '/newsletter',
    act: press('Subscribe'),
    sentences: ['Please enter a valid email address.'],
  },
  {
    state: 'the newsletter asked for',
    path: '/newsletter',
    act: subscribe,
    sentences: ['Thank you. Please confirm by the link we have just sent you.'],
  },
  {
    state: 'the newsletter without an answer',
    path: '/newsletter',
    forced: 'failing',
    act: subscribe,
    sentences: ['Subscription failed. Please try again later.'],
  },
  {
    state: 'the newsletter behind a proxy',
    path: '/newsletter',
    forced: 'html',
    act: subscribe,
    sentences: ['Server misconfiguration: API request returned HTML. Please contact support.'],
  },
  { state: 'confirming', path: '/newsletter#confirm=a.b', sentences: ['Confirm your subscription'] },
  { state: 'leaving', path: '/newsletter#leave=a.b', sentences: ['Unsubscribe'] },
];

/** Constants of the policies (checklist WEB-69 to WEB-73). */
const policies: readonly SentenceRow[] = [
  {
    state: 'privacy',
    path: '/privacy',
    sentences: ['23 September 2025', '7 years', '10 years', 'permanent', 'within 30 days', 'under 16'],
  },
  {
    state: 'refunds',
    path: '/refunds',
    sentences: [
      'within 15 days',
      'within 48 hours',
      'within 5 working days',
      'within 7 to 10 business days',
      'within 3 days',
      'Technical issues',
      'Misrepresentation',
      'Accidental purchase',
    ],
  },
  {
    state: 'the library policy',
    path: '/digital-library-policy',
    sentences: ['age of 16', 'under 18', 'guardian', '500 words or 10%', '5 years'],
  },
  {
    state: 'the creator policy',
    path: '/creator-policy',
    sentences: ['age of 18', 'guardian', '40% of the listed price', '14 days', '60 days'],
  },
  {
    state: 'crowdfunding',
    path: '/crowdfunding',
    sentences: ['18 or older', '16 or older', 'all-or-nothing', '5%', '2 to 3%', 'within 30 days of the end'],
  },
  { state: 'terms', path: '/terms', sentences: ['16 years old'] },
  { state: 'about', path: '/about', sentences: ['Our journey', 'Our mission', 'Our vision', 'Our history'] },
];

const payments: readonly SentenceRow[] = [
  { state: 'a payment without a book', path: '/payment', sentences: ['Log in'] },
  {
    state: 'a contribution without fields',
    path: '/support',
    sentences: ['Keep the recorder running.', 'Contribute'],
  },
];

/** Every sentence by page and state. */
export const sentenceRows: readonly SentenceRow[] = [
  ...home,
  ...lists,
  ...details,
  ...accounts,
  ...newsletter,
  ...policies,
  ...payments,
];
