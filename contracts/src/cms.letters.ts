import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { liveTypes } from './live.ts';
import { Instant, UserId } from './schemas.ts';

/** Bytes of one letter's text. */
export const LETTER_MAX_BYTES = 400_000;
/** A request with a letter: characters of one text may take three bytes, and JSON escapes some. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** Sends in the list (checklist CMS-43). */
export const SENDS_LISTED = 20;

/** The sentences of letters, as pages show them. */
export const letterTexts = {
  subjectMissing: 'Subject required',
  subjectInvalid: 'A subject is one line of at most 200 characters',
  contentMissing: 'Content required',
  tooLarge: 'A letter can have at most 400 kB of text',
  notFound: 'Letter not found',
  sendNotFound: 'This send was not found',
  changed: 'Content changed since you opened it',
  noMailServer: 'No mail server is set, so no letter can be sent.',
  noOwnAddress: 'Your account has no confirmed email address, so the test cannot be sent to you.',
  noIdentity: 'Your address could not be read just now. Please try again later.',
  testFailed: 'The mail server did not accept the test. Please try again later.',
  ended: 'This send has ended.',
  stopped: 'This letter was stopped today, so it is not sent. Change it, or send it on another day.',
  notEnded: 'This send has not ended yet.',
  notStarted: 'This send has not begun yet.',
  tooOld: 'This send is too old: who got the letter is known for 90 days. Send the letter again instead.',
  ownSend: 'Another admin has to approve this send.',
  waiting: (readers: number, minutes: number): string =>
    `This letter goes to ${readers} readers. It begins in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or as soon as another admin approves it. Until then it can be stopped.`,
  mayOut: (words: readonly string[]): string =>
    `A phone may show this to others: ${words.join(', ')}. Choose other words, or confirm that you mean them.`,
  progress: (sent: number, total: number): string =>
    `Sending to ${total} ${total === 1 ? 'reader' : 'readers'}. ${sent} sent so far.`,
  preparing: 'The letter is being prepared for sending.',
  done: (sent: number, total: number): string =>
    total === 0
      ? 'There are no subscribers yet.'
      : `Sent to ${sent} of ${total} ${total === 1 ? 'reader' : 'readers'}.`,
  tested: 'The test is on its way to you.',
} as const;

const byId = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'That id is not valid') });
const isLine = (text: string): boolean => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(text);

export const LetterSubject = z
  .string(letterTexts.subjectMissing)
  // checked before trimming: a line break at the end is refused too
  .refine(isLine, letterTexts.subjectInvalid)
  .trim()
  .min(1, letterTexts.subjectMissing)
  .max(200, letterTexts.subjectInvalid);

export const LetterDraft = z.object({
  subject: LetterSubject,
  preheader: z
    .string()
    .refine(isLine, 'A first line can have no line breaks')
    .trim()
    .max(200, 'A first line can have at most 200 characters')
    .default('')
    .describe('what phones show below the subject; empty: a neutral sentence'),
  content: z
    .string(letterTexts.contentMissing)
    .max(2 * LETTER_MAX_BYTES, letterTexts.tooLarge)
    .refine((html) => html.trim() !== '', letterTexts.contentMissing),
});
export type LetterDraft = z.infer<typeof LetterDraft>;

export const Letter = z.object({
  _id: z.string(),
  subject: z.string(),
  preheader: z.string(),
  content: z.string().describe('HTML, sanitised'),
  updatedAt: Instant,
  createdAt: Instant,
});
export type Letter = z.infer<typeof Letter>;

export const SendState = z
  .enum(['waiting', 'preparing', 'sending', 'paused', 'done', 'cancelled'])
  .describe(
    'waiting: to many readers, so another admin approves it or ten minutes pass (checklist BEY-07); preparing: the audience is stored in batches of 100',
  );
export type SendState = z.infer<typeof SendState>;

export const LetterSend = z.object({
  sendId: z.string(),
  subject: z.string(),
  state: SendState,
  total: z.int().describe('readers of the frozen audience'),
  sent: z.int(),
  failed: z.int().describe('refused by the mail server for good, or five times for now'),
  skipped: z.int().describe('left between the start of the send and their letter, or the send was cancelled'),
  doubtful: z.int().describe('the mail server may have accepted the letter, and it was not sent again'),
  at: Instant,
  startsAt: Instant.nullable().describe('when a waiting send begins without an approval'),
  endedAt: Instant.nullable(),
  by: UserId.nullable().describe('who started it; null after the account was deleted'),
});
export type LetterSend = z.infer<typeof LetterSend>;

export const LockScreen = z.object({
  from: z.string(),
  subject: z.string(),
  preview: z.string(),
  words: z.array(z.string()).describe('words that may tell others something about the reader'),
});

/** What the start of a send answers (checklist CMS-23). */
export const SendStarted = z.object({
  sendId: z.string(),
  state: SendState,
  sent: z.int(),
  total: z.int(),
  message: z.string(),
});
export const knowingly = z
  .boolean()
  .default(false)
  .describe('sends although subject, sender or first line may tell others something about the reader');

const control = { method: 'POST', access: 'admin', status: 200, params: byId, response: LetterSend } as const;

export const lettersApi = defineApi({
  listLetters: {
    method: 'GET',
    path: '/newsletter/letters',
    access: 'admin',
    summary: 'Drafts of letters, those saved last first',
    response: z.array(Letter.omit({ content: true })),
  },
  createLetter: {
    method: 'POST',
    path: '/newsletter/letters',
    access: 'admin',
    status: 201,
    summary: 'Adds a draft of a letter. Idempotent with an Idempotency-Key',
    bodyLimit: BODY_MAX_BYTES,
    body: LetterDraft,
    response: Letter,
    problems: ['validation-failed', 'too-large'],
  },
  getLetter: {
    method: 'GET',
    path: '/newsletter/letters/:id',
    access: 'admin',
    summary: 'One draft of a letter',
    params: byId,
    response: Letter,
    problems: ['not-found'],
  },
  updateLetter: {
    method: 'PUT',
    path: '/newsletter/letters/:id',
    access: 'admin',
    summary: 'Saves a draft. Over a newer one than `updatedAt`: 409 with `data.current`',
    params: byId,
    bodyLimit: BODY_MAX_BYTES,
    body: LetterDraft.extend({ updatedAt: Instant.optional() }),
    response: Letter,
    problems: ['validation-failed', 'not-found', 'version-conflict', 'too-large'],
  },
  deleteLetter: {
    method: 'DELETE',
    path: '/newsletter/letters/:id',
    access: 'admin',
    summary: 'Deletes a draft; sends of it keep their frozen content',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
  },
  letterLockScreen: {
    method: 'GET',
    path: '/newsletter/letters/:id/lock-screen',
    access: 'admin',
    summary: 'What a phone shows of the letter before it is opened (checklist BEY-01)',
    params: byId,
    response: LockScreen,
    problems: ['not-found'],
  },
  testLetter: {
    method: 'POST',
    path: '/newsletter/letters/:id/test',
    access: 'admin',
    status: 200,
    summary: 'Mails the letter to the caller only, at the confirmed address of the account',
    params: byId,
    response: z.object({ ok: z.literal(true), message: z.string(), words: z.array(z.string()) }),
    problems: ['not-found', 'too-late', 'unavailable'],
  },
  sendLetter: {
    method: 'POST',
    path: '/newsletter/letters/:id/send',
    access: 'admin',
    status: 200,
    summary:
      'Sends the letter to every reader who has confirmed by now. Content and audience are frozen; the same letter again on the same day is the same send. To many readers it waits for another admin or ten minutes (checklist BEY-07). Else the answer waits some seconds for small audiences, then answers what is true by then (checklist CMS-23, CMS-42)',
    params: byId,
    body: z
      .object({
        knowingly,
        updatedAt: Instant.optional().describe(
          'of the letter that the sender sees; when it was saved since, nothing is sent',
        ),
      })
      .prefault({}),
    response: SendStarted,
    problems: ['not-found', 'may-out-readers', 'unavailable', 'version-conflict', 'too-late'],
  },
  listSends: {
    method: 'GET',
    path: '/newsletter/sends',
    access: 'admin',
    summary: `The last ${SENDS_LISTED} sends, newest first. Live: ${liveTypes.newsletterProgress} with the id (checklist CMS-43)`,
    response: z.array(LetterSend),
  },
  getSend: {
    method: 'GET',
    path: '/newsletter/sends/:id',
    access: 'admin',
    summary: 'One send with its counts: sent, failed, skipped and doubtful add up to total at its end',
    params: byId,
    response: LetterSend,
    problems: ['not-found'],
  },
  sendLockScreen: {
    method: 'GET',
    path: '/newsletter/sends/:id/lock-screen',
    access: 'admin',
    summary: 'What a phone shows of the letter before it is opened (checklist BEY-01)',
    params: byId,
    response: LockScreen,
    problems: ['not-found'],
  },
  approveSend: {
    ...control,
    path: '/newsletter/sends/:id/approve',
    summary:
      'Begins a waiting send at once. Only an admin who did not start it may; repeated, it answers the same (checklist BEY-07)',
    problems: ['not-found', 'second-admin-required', 'too-late'],
  },
  pauseSend: {
    ...control,
    path: '/newsletter/sends/:id/pause',
    summary: 'Stops after the letters that are at the mail server now; repeated, it answers the same',
    problems: ['not-found', 'too-late'],
  },
  resumeSend: {
    ...control,
    path: '/newsletter/sends/:id/resume',
    summary: 'Goes on with the readers who have not got the letter; repeated, it answers the same',
    problems: ['not-found', 'too-late'],
  },
  cancelSend: {
    ...control,
    path: '/newsletter/sends/:id/cancel',
    summary: 'Ends the send; readers who have not got the letter count as skipped',
    problems: ['not-found', 'too-late'],
  },
  retryFailed: {
    ...control,
    path: '/newsletter/sends/:id/retry',
    summary: 'Sends the letter again to those of an ended send who count as failed',
    problems: ['not-found', 'too-late'],
  },
});
