import { press, type SentenceState } from './sentence-state.ts';

const NOTHING = { json: { items: [], total: 0, nextCursor: null } };

export const collectionSentences: readonly SentenceState[] = [
  { lines: 'WEB-08', expected: ['404: Not Found', /It.s gone :\(/], path: () => '/nowhere-at-all' },
  {
    lines: 'WEB-12',
    expected: ['Failed to load featured publications'],
    path: () => '/',
    given: { 'GET /search': 'unavailable' },
  },
  {
    lines: 'WEB-12',
    expected: ['No featured publications found.'],
    path: () => '/',
    given: { 'GET /search': NOTHING },
  },
  {
    lines: 'WEB-13',
    expected: ['All Formats', 'Digital', 'Audio'],
    path: () => '/e-books',
  },
  {
    lines: 'WEB-14',
    expected: ['Failed to load eBooks'],
    path: () => '/e-books',
    given: { 'GET /ebooks': 'unavailable' },
  },
  {
    lines: 'WEB-14',
    expected: ['No eBooks found matching your criteria.'],
    path: () => '/e-books?q=zzzzqqqq',
  },
  {
    lines: 'WEB-46 WEB-49',
    expected: ['Explore Collection', 'Learn More', 'Why it matters', 'Explore All Media'],
    path: () => '/digital-library',
  },
  {
    lines: 'WEB-47',
    expected: ['You have not added any media to your library yet.'],
    path: () => '/digital-library',
    as: 'owner',
    given: { 'GET /library': { json: [] } },
  },
  {
    lines: 'WEB-47',
    expected: ['Loading your library...'],
    path: () => '/digital-library',
    as: 'owner',
    given: { 'GET /library': 'never' },
  },
  {
    lines: 'WEB-47',
    expected: ['Failed to load library'],
    path: () => '/digital-library',
    as: 'owner',
    given: { 'GET /library': 'unavailable' },
  },
  { lines: 'WEB-47', expected: ['Owned'], path: () => '/digital-library', as: 'owner' },
  {
    lines: 'WEB-50',
    expected: ['Show Less'],
    path: () => '/digital-library',
    act: press(/^See More \(\d+ more\)/),
  },
  {
    lines: 'WEB-54',
    expected: ['Failed to load digital library content'],
    path: () => '/digital-library',
    given: {
      'GET /ebooks': 'unavailable',
      'GET /documentaries': 'unavailable',
      'GET /shortfilms': 'unavailable',
      'GET /audiostories': 'unavailable',
      'GET /oral-histories': 'unavailable',
      'GET /magazines': 'unavailable',
    },
  },
  {
    lines: 'WEB-55',
    expected: ['Explore Collection', 'About the Archives', 'Documentaries', 'Magazines', 'Oral Histories'],
    path: () => '/archives',
  },
  {
    lines: 'WEB-56',
    expected: ['Failed to load archives'],
    path: () => '/archives',
    given: {
      'GET /documentaries': 'unavailable',
      'GET /magazines': 'unavailable',
      'GET /oral-histories': 'unavailable',
    },
  },
  { lines: 'WEB-56', expected: ['View Details'], path: () => '/archives' },
  {
    lines: 'WEB-67',
    expected: ['Failed to load blogs'],
    path: () => '/blogs',
    given: { 'GET /cms/blogs': 'unavailable' },
  },
  {
    lines: 'WEB-67',
    expected: ['No blog posts found.'],
    path: () => '/blogs',
    given: { 'GET /cms/blogs': { json: [] } },
  },
  {
    lines: 'WEB-69',
    expected: [/23 September 2025/, /7 years/, /10 years/, /30.day/, /16/],
    path: () => '/privacy',
  },
  {
    lines: 'WEB-70',
    expected: [/15.day/, /48 hours/, /5 working days/, /7 to 10 business days/, /3 days/],
    path: () => '/refunds',
  },
  {
    lines: 'WEB-71',
    expected: [/500 words/, /10%/, /5 years/],
    path: () => '/digital-library-policy',
  },
  { lines: 'WEB-72', expected: [/40%/, /14 days/, /60 days/], path: () => '/creator-policy' },
  { lines: 'WEB-73', expected: [/5%/, /2 to 3%/, /30 days/], path: () => '/crowdfunding' },
  {
    lines: 'WEB-57 WEB-59 WEB-60 WEB-105',
    expected: [
      'Step by Step, Story by Story',
      'Join the Run',
      'Register Now',
      'Just Contribute',
      'Contribute Now',
      'Super Simple',
      /90 million\+/,
      /72 hours/,
      /personal fundraising page/,
    ],
    path: () => '/virtual-run',
  },
  {
    lines: 'WEB-65 RUN-22',
    expected: ['Event unavailable. Please try again later.'],
    path: () => '/virtual-run',
    given: {
      'GET /virtual-run': {
        status: 404,
        json: { status: 404, code: 'not-found', detail: 'Event unavailable. Please try again later.' },
      },
    },
  },
  {
    lines: 'RUN-04 RUN-05 RUN-06 RUN-07 WEB-62',
    expected: [
      'Name required',
      'Valid email required',
      'Choose an activity',
      'Distance must be > 0',
      'Enter a valid fee',
    ],
    path: () => '/virtual-run',
    act: async (page) => {
      await press('Register Now')(page);
      const form = page.getByRole('form', { name: 'Registration' });
      await form.getByLabel(/Keep these details to run the event/).check();
      await form.getByLabel('Fee in rupees').fill('');
      await form.getByRole('button', { name: /^Pay/ }).click();
    },
  },
];
