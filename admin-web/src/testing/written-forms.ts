import type { cmsApi, Letter } from '@satrangi/contracts';
import type { FakeAnswers } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { draftKey, writeDrafts } from '../lib/drafts.ts';
import { AT, LINK, posts } from './blogs-fixture.ts';
import { openContent } from './content-fixture.ts';
import { item, shelf } from './media-fixture.ts';
import { openAdmin } from './open-admin.tsx';
import { answering, order } from './orders-fixture.ts';
import { desk, submission } from './publishing-fixture.ts';
import { EVENT, registration, listing as registrations } from './runs-fixture.ts';
import { aUser, noGifts, revealed, listing as users } from './users-fixture.ts';

type Opened = ReturnType<typeof openAdmin>;
type User = Opened['user'];

/** A form that writes: how it is opened and filled, and what it shows when no answer comes. */
export type WrittenForm = {
  /** `cms.createBlog`. Of the kinds of media the form of an eBook stands for all. */
  readonly call: string;
  /** Which form, when several make the same call. */
  readonly which?: string;
  readonly open: () => Opened;
  /** Types, up to the button that sends. */
  readonly fill: (user: User) => Promise<void>;
  readonly button: () => HTMLElement;
  readonly sentence: string | RegExp;
  /** The value that was typed, where it stands now. */
  readonly typed: () => string;
};

const NO_ANSWER = 'The server did not answer. Nothing you typed is lost; try it again.';
const DOCUMENT = 'https://docs.google.com/document/d/abcdefghijklmnopqrstuvwxyz/edit';
const SLOW = { timeout: 10_000 };

const field = (label: string | RegExp): Promise<HTMLElement> => screen.findByLabelText(label, {}, SLOW);
const textIn = (label: string | RegExp) => () => screen.getByLabelText<HTMLInputElement>(label).value;
const type = async (user: User, label: string | RegExp, text: string): Promise<void> => {
  const element = await field(label);
  await user.clear(element);
  await user.type(element, text);
};
const press = async (user: User, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }, SLOW));
const button = (name: string) => () => screen.getByRole('button', { name });
/** A button of the dialog that was opened last. */
const inDialog = (name: string) => () =>
  within(screen.getAllByRole('dialog').at(-1) ?? document.body).getByRole('button', { name });
const draft = (key: string) => () => localStorage.getItem(`admin-draft:${key}`) ?? '';

const letter: Letter = {
  _id: 'l1',
  subject: 'News',
  preheader: '',
  content: '<p>Hello</p>',
  updatedAt: AT,
  createdAt: AT,
};
const letters: FakeAnswers<typeof cmsApi> = {
  listLetters: () => [letter],
  getLetter: () => letter,
  letterLockScreen: () => ({ from: 'News', subject: 'News', preview: 'A letter', words: [] }),
  listSubscribers: ({ query: { page, pageSize } }) => ({
    results: [],
    total: 2_000,
    readers: 2_000,
    page,
    pageSize,
  }),
};
const blogs: FakeAnswers<typeof cmsApi> = {
  listBlogs: () => posts,
  // the fixture has this post
  getBlog: () => posts[0] as never,
};
const people = {
  identity: { listUsers: users(aUser('1')), ...revealed },
  library: noGifts,
  catalog: { listEditorMedia: () => ({ items: [item('one')], total: 1, nextCursor: null }) },
};
const runs = { run: { ...registrations(() => [registration(1)]), getEvent: () => EVENT } };
const openUsers = () => openAdmin('/?tab=users&open=1', people);
const openOrders = (address: string) =>
  openAdmin(address, {
    payments: { searchOrders: answering(order(1)), listReconciliations: () => [] },
  });

const media: readonly WrittenForm[] = [
  {
    call: 'catalog.createEbook',
    open: () => openAdmin('/?tab=media&open=new'),
    fill: async (user) => {
      await type(user, 'Title (required)', 'Night Bus');
      await type(user, 'Author (required)', 'Jerusha');
      await type(user, 'Description (required)', 'A bus.');
    },
    button: button('Save'),
    sentence: 'Failed to save media. Check required fields.',
    typed: textIn('Title (required)'),
  },
  {
    call: 'catalog.updateEbook',
    open: () => openAdmin('/?tab=media&open=ebook:one', { catalog: shelf().answers }),
    fill: (user) => type(user, 'Title (required)', 'Night Bus'),
    button: inDialog('Save'),
    sentence: 'Failed to save media. Check required fields.',
    typed: textIn('Title (required)'),
  },
  {
    call: 'catalog.updateEbook',
    which: 'in its row',
    open: () => openAdmin('/?tab=media', { catalog: shelf().answers }),
    fill: async (user) => {
      await press(user, 'Edit Book one');
      await type(user, 'Title', 'Night Bus');
    },
    button: button('Save'),
    sentence: 'Failed to save changes',
    typed: textIn('Title'),
  },
];

const texts: readonly WrittenForm[] = [
  {
    call: 'cms.createBlog',
    open: () => {
      // its text is typed in an editor that a simulated browser has no keys for
      const values = { title: 'Night Bus', author: 'Ira', content: '<p>Text</p>' };
      writeDrafts(draftKey('blogs', 'new'), [{ at: Date.now(), values, revision: '' }], 'asha');
      return openAdmin('/?tab=blogs&open=new', { cms: blogs });
    },
    fill: (user) => press(user, 'Use it'),
    button: button('Save'),
    sentence: 'Failed to save blog',
    typed: textIn('Title'),
  },
  {
    call: 'cms.updateBlog',
    open: () => openAdmin('/?tab=blogs&open=one', { cms: blogs }),
    fill: (user) => type(user, 'Title', 'Night Bus'),
    button: button('Save'),
    sentence: 'Failed to save blog',
    typed: textIn('Title'),
  },
  ...(['Preview', 'Import and save'] as const).map((name) => ({
    call: name === 'Preview' ? 'cms.previewBlog' : 'cms.importBlog',
    open: () => openAdmin('/?tab=blogs&open=import', { cms: blogs }),
    fill: async (user: User) => {
      await type(user, 'Google Docs link', LINK);
      await type(user, 'Author', 'Ira');
    },
    button: button(name),
    sentence: name === 'Preview' ? 'Preview failed' : 'Import failed',
    typed: textIn('Author'),
  })),
  {
    call: 'cms.saveSection',
    open: () => openContent('/?tab=content&key=home.mission'),
    fill: (user) => type(user, 'Text', 'Night Bus'),
    button: button('Save'),
    sentence: 'Error saving content.',
    typed: textIn('Text'),
  },
  {
    call: 'cms.addSection',
    open: () => openContent('/?tab=content'),
    fill: async (user) => {
      const form = within(await screen.findByRole('form', { name: 'Add section' }));
      await user.type(form.getByLabelText('Key'), 'home.extra');
      await user.click(form.getByRole('button', { name: 'Add' }));
    },
    button: inDialog('Add'),
    sentence: 'Error adding section.',
    typed: textIn('Key'),
  },
  {
    call: 'cms.renameSection',
    open: () => openContent('/?tab=content&key=home.notice'),
    fill: async (user) => {
      await press(user, 'Rename home.notice');
      const dialog = within(screen.getByRole('dialog', { name: 'Rename section' }));
      await user.type(dialog.getByLabelText('Key'), '2');
      await press(user, 'Rename…');
    },
    button: inDialog('Rename'),
    sentence: 'Error renaming section.',
    typed: draft('content:home.notice:rename'),
  },
  {
    call: 'cms.importLetter',
    open: () => openAdmin('/?tab=newsletters&open=new', { cms: letters }),
    fill: async (user) => {
      await type(user, 'Subject', 'News');
      await type(user, 'Document link', DOCUMENT);
    },
    button: button('Make a draft'),
    sentence: 'Import failed',
    typed: textIn('Document link'),
  },
  {
    call: 'cms.updateLetter',
    open: () => openAdmin('/?tab=newsletters&open=l1', { cms: letters }),
    fill: (user) => type(user, 'Subject', 'Other news'),
    button: button('Save the letter'),
    sentence: 'Failed to save the letter',
    typed: textIn('Subject'),
  },
  {
    call: 'cms.sendLetter',
    open: () => openAdmin('/?tab=newsletters&open=l1', { cms: letters }),
    fill: async (user) => {
      await press(user, 'Send to 2,000 readers');
      await type(user, 'Type 2000 to send it', '2000');
    },
    button: inDialog('Send to 2,000 readers'),
    sentence: 'Failed to send newsletter.',
    typed: textIn('Type 2000 to send it'),
  },
];

const accounts: readonly WrittenForm[] = [
  {
    call: 'identity.updateUser',
    open: openUsers,
    fill: async (user) => {
      await press(user, 'Edit');
      await type(user, 'Name', 'Kiran');
    },
    button: button('Save'),
    sentence: 'Failed to update user',
    typed: textIn('Name'),
  },
  {
    call: 'identity.inviteAdmin',
    open: () => openAdmin('/?tab=users&open=invite', people),
    fill: (user) => type(user, 'Email', 'kiran@example.org'),
    button: button('Send invitation'),
    sentence: 'Failed to send the invitation',
    typed: textIn('Email'),
  },
  {
    call: 'library.grantManually',
    open: openUsers,
    fill: async (user) => {
      await press(user, 'Give an item');
      await type(user, 'Search the catalogue', 'Book');
      await press(user, 'Book one');
      await type(user, 'Reason', 'A review copy');
    },
    button: button('Give'),
    sentence: 'Failed to give the item',
    typed: textIn('Reason'),
  },
];

const money: readonly WrittenForm[] = [
  {
    call: 'payments.refundOrder',
    open: () => openOrders('/?tab=orders&open=order-1'),
    fill: async (user) => {
      await type(user, 'Reason', 'Torn page');
      await press(user, 'Refund …');
    },
    button: inDialog('Refund'),
    sentence: 'There was no answer, so the refund may have been made. Send it again: it is made only once.',
    typed: textIn('Reason'),
  },
  {
    call: 'payments.runReconciliation',
    open: () => openOrders('/?tab=orders&view=reconciliation'),
    fill: (user) => type(user, 'Reconcile a day now', '2026-11-18'),
    button: button('Reconcile'),
    sentence: NO_ANSWER,
    typed: textIn('Reconcile a day now'),
  },
];

const openSubmission = () =>
  openAdmin('/?tab=publishing&open=s1', { publishing: desk([submission(1)]).publishing });
const submissions: readonly WrittenForm[] = [
  {
    call: 'publishing.changeSubmission',
    which: 'a move',
    open: openSubmission,
    fill: async (user) => {
      await press(user, 'Accept for publication');
      await type(user, /^Private note/, 'For spring');
    },
    button: inDialog('Accept for publication'),
    sentence: NO_ANSWER,
    typed: textIn(/^Private note/),
  },
  {
    call: 'publishing.changeSubmission',
    which: 'a note',
    open: openSubmission,
    fill: (user) => type(user, 'New note', 'For spring'),
    button: button('Add note'),
    sentence: NO_ANSWER,
    typed: textIn('New note'),
  },
];

const runForms: readonly WrittenForm[] = [
  {
    call: 'virtual-run.createRegistration',
    open: () => openAdmin('/?tab=events&open=new', runs),
    fill: async (user) => {
      await type(user, 'Name', 'Kiran');
      await type(user, 'Email', 'kiran@reader.example');
    },
    button: button('Create registration'),
    // after it the message of the error, as the specification has it
    sentence: /^Failed to create registration: /,
    typed: textIn('Name'),
  },
  {
    call: 'virtual-run.updateRegistration',
    open: () => openAdmin('/?tab=events&open=r1', runs),
    fill: (user) => type(user, 'Display name', 'Kiran'),
    button: button('Save'),
    sentence: 'Failed to save changes',
    typed: textIn('Display name'),
  },
  {
    call: 'virtual-run.updateRegistration',
    which: 'in its row',
    open: () => openAdmin('/?tab=events', runs),
    fill: async (user) => {
      await press(user, 'Edit Runner 1');
      await type(user, 'Distance in km of Runner 1', '42');
    },
    button: button('Save'),
    sentence: 'Failed to save changes',
    typed: textIn('Distance in km of Runner 1'),
  },
  {
    call: 'virtual-run.saveEvent',
    open: () => openAdmin('/?tab=events&open=event', runs),
    fill: (user) => type(user, 'Tagline', 'Run far'),
    button: button('Save the event'),
    sentence: 'Failed to save the event',
    typed: textIn('Tagline'),
  },
];

export const writtenForms: readonly WrittenForm[] = [
  ...media,
  ...texts,
  ...accounts,
  ...money,
  ...submissions,
  ...runForms,
];
