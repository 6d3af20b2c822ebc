import { z } from 'zod';
import { knowingly, Letter, LetterSubject, SendState } from './cms.letters.ts';
import { defineApi } from './endpoint.ts';

export const importTexts = {
  linkInvalid: 'Please enter a valid Google Docs URL (e.g., https://docs.google.com/document/d/...)',
  noAccess: 'Service account does not have access to this file.',
  notFound: 'File not found',
  away: 'Google Docs does not answer right now. Please try again soon.',
  tooLarge: 'This document is larger than 5 MB.',
  empty: 'This document has no text.',
  imported: 'The document was imported as an unpublished post.',
  read: 'The document was read. Nothing was saved.',
  authorMissing: 'Author required',
} as const;

const Link = z
  .string(importTexts.linkInvalid)
  .trim()
  .min(1, importTexts.linkInvalid)
  .max(2_000, importTexts.linkInvalid);
const problems = [
  'validation-failed',
  'document-no-access',
  'document-not-found',
  'too-large',
  'unavailable',
] as const;
const imported = {
  title: z.string(),
  content: z.string().describe('HTML, sanitised'),
  pictures: z.int().describe('pictures in the document; an import copies them to this site'),
};

export const importsApi = defineApi({
  previewBlog: {
    method: 'POST',
    path: '/cms/blogs/preview',
    access: 'admin',
    status: 200,
    summary:
      'Title and text of a Google document, without its pictures; nothing is saved. Only the id of the link is used (checklist CMS-20, CMS-38, CMS-39)',
    body: z.object({ driveLink: Link }),
    response: z.object(imported),
    problems,
  },
  importBlog: {
    method: 'POST',
    path: '/admin/blogs/import',
    access: 'admin',
    status: 200,
    summary:
      'Imports a Google document as an unpublished post with its pictures; without `persist` nothing is saved (checklist CMS-21)',
    body: z.object({
      driveLink: Link,
      persist: z.boolean().default(false),
      author: z.string().trim().max(200, 'Author can have at most 200 characters').default(''),
    }),
    response: z.object({ blogId: z.string().optional(), ...imported, message: z.string() }),
    problems,
  },
  importLetter: {
    method: 'POST',
    path: '/newsletter/letters/import',
    access: 'admin',
    status: 201,
    summary: 'Imports a Google document or spreadsheet as the draft of a letter, with its pictures',
    body: z.object({ driveLink: Link, subject: LetterSubject.optional().describe('default: its title') }),
    response: Letter,
    problems,
  },
  sendNewsletter: {
    method: 'POST',
    path: '/newsletter/send',
    access: 'admin',
    status: 200,
    summary:
      'Reads a Google document or spreadsheet once and sends it as a letter to every subscriber; with `test` to the caller only (checklist CMS-23, CMS-24)',
    body: z.object({
      subject: LetterSubject,
      googleDocsUrl: Link,
      test: z.boolean().default(false),
      knowingly,
    }),
    response: z.object({
      sendId: z.string().optional(),
      state: SendState.optional(),
      sent: z.int(),
      total: z.int(),
      message: z.string(),
    }),
    problems: [...problems, 'may-out-readers', 'too-late'],
  },
});
