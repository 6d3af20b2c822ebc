import type { cmsApi, EditorCuratedPage, EditorPerson, Letter } from '@satrangi/contracts';
import type { FakeAnswers } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { draftKey, writeDrafts } from '../lib/drafts.ts';
import { AT, LINK, posts } from './blogs-fixture.ts';
import { openContent } from './content-fixture.ts';
import { shelf } from './media-fixture.ts';
import { openAdmin } from './open-admin.tsx';
import { button, inDialog, press, textIn, type, type User, type WrittenForm } from './written-form.ts';

const DOCUMENT = 'https://docs.google.com/document/d/abcdefghijklmnopqrstuvwxyz/edit';
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

/** The forms of Media, Blogs, Site Content and Newsletters. */
const collections = () => {
  const rain: EditorCuratedPage = {
    slug: 'rain',
    name: 'Rain',
    sentence: 'Water everywhere.',
    isStaffPicks: false,
    published: false,
    version: 1,
    updatedAt: AT,
    total: 0,
    visible: 0,
    titles: [],
  };
  return { listEditorCurated: () => [rain], getEditorCurated: () => rain };
};
const curated: readonly WrittenForm[] = ['createCurated', 'updateCurated'].map((call) => ({
  call: `catalog.${call}`,
  open: () =>
    openAdmin(`/?tab=collections&open=${call === 'createCurated' ? 'new' : 'rain'}`, {
      catalog: collections(),
    }),
  fill: async (user: User) => {
    await type(user, 'Name', 'Night');
    await type(user, 'One sentence', 'Dark everywhere.');
  },
  button: button('Save'),
  sentence: /^Failed to save collection/,
  typed: textIn('Name'),
}));

const person: EditorPerson = {
  personId: 'a'.repeat(32),
  kind: 'person',
  name: 'Meera Sahni',
  total: 1,
  about: null,
  version: 0,
  updatedAt: null,
};
const creators: readonly WrittenForm[] = [
  {
    call: 'catalog.savePersonAbout',
    open: () =>
      openAdmin(`/?tab=creators&open=${person.personId}`, {
        catalog: {
          listEditorPeople: () => ({ results: [person], total: 1, written: 0, page: 1, pageSize: 20 }),
          getEditorPerson: () => person,
        },
      }),
    fill: (user: User) => type(user, 'Words', 'She lives in Bhopal.'),
    button: button('Save'),
    sentence: /^Failed to save the words/,
    typed: textIn('Words'),
  },
];

export const formsOfWorks: readonly WrittenForm[] = [...media, ...curated, ...creators, ...texts];
