import type { Locator, Page } from 'playwright-core';

/** A form of the back office: how it is opened, and a field in which somebody types. */
export type EditorForm = {
  readonly name: string;
  /** Query of the tab. */
  readonly at: string;
  /** Opens the form on that tab; nothing when the address does. */
  readonly open?: (page: Page) => Promise<void>;
  readonly field: (page: Page) => Locator;
  readonly text: string;
  /** How the text comes back: it stands in the field, after the offer is taken, or after the row is edited again. */
  readonly back: 'by itself' | 'Use it' | 'Go on';
  /** `tab`: it is about a person, and goes with the browser tab. */
  readonly place: 'browser' | 'tab';
};

export type Records = {
  readonly submission: string;
  readonly order: string;
  readonly reader: string;
  readonly registration: string;
  readonly book: string;
  readonly film: string;
};

const TYPED = 'Ek “do” तीन 🏳️‍🌈 <b>four</b> & five';
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
/** Chooses a row of Media and opens the question of an act. */
const openBulkQuestion = (act: string) => async (page: Page) => {
  await page.getByRole('row', { name: /dear/ }).press('x');
  await press(page, act);
};
const kept = { text: TYPED, back: 'by itself', place: 'browser' } as const;
const offered = { text: TYPED, back: 'Use it', place: 'browser' } as const;

const submissionForms = ({ submission }: Records): readonly EditorForm[] => [
  {
    ...kept,
    name: 'a private note',
    at: `publishing&open=${submission}`,
    field: (page) => page.getByLabel('New note'),
  },
  {
    ...kept,
    name: 'a reply to an author',
    at: `publishing&open=${submission}`,
    open: async (page) => {
      const begin = page.getByLabel('Begin with');
      await begin.waitFor();
      if ((await begin.inputValue()) === '') await begin.selectOption('thanks');
    },
    field: (page) => page.getByLabel('Reply to Zoya'),
  },
  {
    ...kept,
    name: 'the note of a decision',
    at: `publishing&open=${submission}`,
    open: (page) => press(page, 'Accept for publication'),
    field: (page) => page.getByLabel('Private note (if you like)'),
  },
];

const orderAndAccountForms = ({ order, reader }: Records): readonly EditorForm[] => [
  {
    ...kept,
    name: 'the reason of a refund',
    at: `orders&open=${order}`,
    field: (page) => page.getByLabel('Reason'),
  },
  {
    ...kept,
    name: 'a gift of an item',
    at: `users&open=${reader}`,
    open: async (page) => {
      await press(page, /^Give/);
      await page.getByLabel('Search the catalogue').fill('cheap');
      await press(page, 'cheap');
    },
    field: (page) => page.getByLabel('Reason'),
  },
  {
    ...kept,
    name: 'an invitation of an admin',
    at: 'users&open=invite',
    field: (page) => page.getByLabel('Email', { exact: true }),
    text: 'friend@platform.example',
    place: 'tab',
  },
  {
    ...offered,
    name: 'an account',
    at: `users&open=${reader}`,
    open: (page) => page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click(),
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    place: 'tab',
  },
];

const postAndSectionForms: readonly EditorForm[] = [
  {
    ...kept,
    name: 'an import of a post',
    at: 'blogs&open=import',
    field: (page) => page.getByLabel('Google Docs link'),
    text: 'https://docs.google.com/document/d/1typed-and-not-sent/edit',
  },
  {
    ...offered,
    name: 'a new post',
    at: 'blogs&open=new',
    field: (page) => page.getByRole('form', { name: 'New post' }).getByLabel('Title'),
  },
  {
    ...kept,
    name: 'a new section',
    at: 'content',
    field: (page) => page.getByRole('form', { name: 'Add section' }).getByLabel('Key'),
    text: 'home.typed-and-not-sent',
  },
  {
    ...kept,
    name: 'the new key of a section',
    at: 'content&key=home.notice',
    open: (page) => press(page, 'Rename home.notice'),
    field: (page) => page.getByRole('dialog', { name: 'Rename section' }).getByLabel('Key'),
    text: 'home.renamed',
  },
  {
    ...offered,
    name: 'the text of a section',
    at: 'content&key=home.mission',
    field: (page) => page.getByRole('textbox', { name: 'Text', exact: true }),
  },
];

const mediaForms = ({ book }: Records): readonly EditorForm[] => [
  {
    ...offered,
    name: 'a media item',
    at: `media&open=ebook:${book}`,
    field: (page) => page.getByRole('form').getByLabel('Title (required)'),
  },
  {
    ...kept,
    name: 'the row of a media item',
    at: 'media',
    open: (page) => page.getByRole('row', { name: /dear/ }).press('e'),
    field: (page) => page.getByRole('textbox', { name: 'Title', exact: true }),
    back: 'Go on',
  },
];

const eventAndLetterForms = ({ registration }: Records): readonly EditorForm[] => [
  {
    ...offered,
    name: 'a registration by hand',
    at: 'events&open=new',
    field: (page) => page.getByRole('form', { name: 'New registration' }).getByLabel('Name', { exact: true }),
    place: 'tab',
  },
  {
    ...offered,
    name: 'a registration',
    at: `events&open=${registration}`,
    field: (page) => page.getByRole('form', { name: 'Registration' }).getByLabel('More information'),
    place: 'tab',
  },
  {
    ...kept,
    name: 'the row of a registration',
    at: 'events',
    open: (page) => page.getByRole('row', { name: /Asha/ }).press('e'),
    field: (page) => page.getByLabel('Distance in km of Asha'),
    text: '12.5',
    back: 'Go on',
  },
  {
    ...offered,
    name: 'the event',
    at: 'events&open=event',
    field: (page) => page.getByRole('form', { name: 'Event' }).getByLabel('Tagline'),
  },
  {
    ...offered,
    name: 'a new letter',
    at: 'newsletters&open=new',
    field: (page) => page.getByRole('form', { name: 'New letter' }).getByLabel('Subject'),
  },
];

/** The questions of acts on several items, and the captions of a film. */
const bulkAndCaptionForms = ({ film }: Records): readonly EditorForm[] => [
  {
    ...kept,
    name: 'the price of several items',
    at: 'media',
    open: openBulkQuestion('Set price'),
    field: (page) => page.getByRole('dialog').getByLabel('Price in rupees'),
    text: '229',
  },
  {
    ...kept,
    name: 'the content notes of several items',
    at: 'media',
    open: openBulkQuestion('Content notes'),
    field: (page) => page.getByRole('dialog').getByLabel('Content notes'),
  },
  {
    ...kept,
    name: 'the language of captions',
    at: `media&open=shortfilm:${film}`,
    field: (page) => page.getByLabel('Language of the captions'),
    text: 'mr',
  },
];

const reconciliationForms: readonly EditorForm[] = [
  {
    ...kept,
    name: 'the day of a reconciliation',
    at: 'orders&view=reconciliation',
    field: (page) => page.getByLabel('Reconcile a day now'),
    text: '2026-11-18',
  },
];

/** Every form of the back office that takes text. A run that is not nightly takes every second one, in this order. */
export const editorForms = (records: Records): readonly EditorForm[] => [
  ...submissionForms(records),
  ...orderAndAccountForms(records),
  ...postAndSectionForms,
  ...mediaForms(records),
  ...eventAndLetterForms(records),
  ...bulkAndCaptionForms(records),
  ...reconciliationForms,
];
