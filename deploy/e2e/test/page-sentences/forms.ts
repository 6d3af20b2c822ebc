import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { fillAndPress, type SentenceState } from './sentence-state.ts';

const subscribe = fillAndPress({ Email: 'reader@reader.example' }, /Subscribe/);

const LINK = 'Or a link to Google Drive or Google Docs';

/** Fills the form of a submission, all but its file, and presses Submit. */
const submit =
  (link = '') =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('What is it?').selectOption({ index: 1 });
    const fields = {
      Name: 'Asha',
      Email: 'asha@reader.example',
      'Title of your work': 'Night Bus to Nagpur',
      Description: 'Poems of a night on the road.',
      [LINK]: link,
    };
    await fillAndPress(fields, /^Submit$/)(page);
  };
const chooseFile = (name: string, bytes: number) => async (page: Page) => {
  await page
    .getByLabel('Your file', { exact: true })
    .last()
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(bytes, '%PDF-1.4 ') });
};

/** The chat stays open on the next page of the same visitor. */
const openChat = async (page: Page): Promise<void> => {
  const launcher = page.getByRole('button', { name: /^Talk to / });
  const field = page.getByLabel('Your message');
  await launcher.or(field).first().waitFor();
  if (await launcher.isVisible()) await launcher.click();
};
const sendChatMessage = async (page: Page): Promise<void> => {
  await openChat(page);
  await page.getByLabel('Your message').fill('A poem for the train');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

export const formSentences: readonly SentenceState[] = [
  {
    lines: 'WEB-74',
    expected: ['Please enter a valid email address.'],
    path: () => '/newsletter',
    act: fillAndPress({ Email: 'not an address' }, /Subscribe/),
  },
  {
    lines: 'WEB-74',
    expected: ['Subscription failed. Please try again later.'],
    path: () => '/newsletter',
    given: { 'POST /newsletter/subscribe': 'unavailable' },
    act: subscribe,
  },
  {
    lines: 'WEB-75',
    expected: [/Server misconfiguration: API request returned HTML\. Please contact support\./],
    path: () => '/newsletter',
    given: { 'POST /newsletter/subscribe': 'html' },
    act: subscribe,
  },
  {
    lines: 'WEB-74',
    expected: ['Subscription failed. Please try again later.'],
    path: () => '/',
    given: { 'POST /newsletter/subscribe': 'unavailable' },
    act: async (page) => {
      // its form loads when it comes near the window
      const heading = page.getByRole('heading', { name: 'A letter, once a month.' });
      await heading.scrollIntoViewIfNeeded();
      await subscribe(page);
    },
  },
  {
    lines: 'WEB-16',
    expected: ['No books available or server offline.'],
    path: () => '/publishing',
    given: { 'GET /ebooks': 'unavailable' },
  },
  {
    lines: 'WEB-89',
    expected: ['Description must be at least 10 characters (5/10)', /view access/],
    path: () => '/publishing',
    act: async (page) => {
      await page.getByLabel('Description').fill('Poems');
      await page.getByLabel('Description').blur();
    },
  },
  {
    lines: 'PUB-05',
    expected: ['Please either provide a Google Drive link or upload a file.'],
    path: () => '/publishing',
    act: submit(),
  },
  {
    lines: 'PUB-06',
    expected: ['Please provide a valid Google Drive or Google Docs link.'],
    path: () => '/publishing',
    act: submit('https://example.org/file'),
  },
  {
    lines: 'PUB-07',
    expected: ['Invalid file type. Please upload PDF, DOC, DOCX, EPUB, or ZIP files.'],
    path: () => '/publishing',
    act: chooseFile('poem.exe', 64),
  },
  {
    lines: 'WEB-88',
    expected: ['Server error - please check server logs'],
    path: () => '/publishing',
    given: { 'POST /publishing/upload-drive': { status: 500, json: { status: 500 } } },
    act: chooseFile('poems.pdf', 4_096),
  },
  {
    lines: 'WEB-88',
    expected: ['Uploading to Drive...'],
    path: () => '/publishing',
    given: { 'POST /publishing/upload-drive': 'never' },
    act: chooseFile('poems.pdf', 4_096),
  },
  {
    lines: 'WEB-93',
    expected: [/ Assistant$/, 'Send'],
    path: () => '/about',
    act: openChat,
  },
  {
    lines: 'WEB-93',
    expected: [/ is typing\.\.\.$/],
    path: () => '/about',
    given: { 'POST /ai/concierge': 'never' },
    act: sendChatMessage,
  },
  {
    lines: 'WEB-95 CON-14',
    expected: [/^Network error while calling concierge\./],
    path: () => '/about',
    given: { 'POST /ai/concierge': 'unreachable' },
    act: sendChatMessage,
  },
  {
    lines: 'CON-06',
    expected: ['Sorry, I could not get a reply right now.'],
    path: () => '/about',
    given: {
      'POST /ai/concierge': {
        json: { reply: '', conversationId: 'c1', intent: 'other', by: 'local', items: [], links: [] },
      },
    },
    act: sendChatMessage,
  },
];
