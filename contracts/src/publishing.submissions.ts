import { z } from 'zod';
import { isEmail } from './accounts.ts';
import { googleLinkOf } from './drive.ts';
import { CustodyReceipt } from './publishing.receipts.ts';
import { DESCRIPTION_MIN, manuscriptKinds, publishingTexts, submissionStatuses } from './publishing-texts.ts';
import { Instant, StoredMediaType, UserId } from './schemas.ts';

const required = (max: number, sentence: string) =>
  z.string(sentence).trim().min(1, sentence).max(max, `That is too long: at most ${max} characters`);

/** The path of a link that this site issues for an uploaded file; its signature is in the fragment. */
export const FILE_LINK_PATH = '/api/publishing/files/';

/** An id of an upload or a submission. */
export const OpaqueId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'That id is not valid');

const isPossibleLink = (link: string): boolean =>
  googleLinkOf(link) !== null || link.includes(FILE_LINK_PATH);

/** What an author sends (checklist PUB-02 to PUB-09). */
export const SubmissionRequest = z.object({
  name: required(120, publishingTexts.nameRequired).describe('a pen name is fine (checklist PUB-24)'),
  email: required(320, publishingTexts.emailInvalid).refine(isEmail, publishingTexts.emailInvalid),
  title: required(300, publishingTexts.titleRequired),
  description: required(5_000, publishingTexts.descriptionRequired).min(
    DESCRIPTION_MIN,
    publishingTexts.descriptionShort,
  ),
  driveLink: required(2_000, publishingTexts.linkRequired).refine(
    isPossibleLink,
    publishingTexts.linkInvalid,
  ),
  media: z
    .string(publishingTexts.mediaInvalid)
    .pipe(z.enum(StoredMediaType.options, publishingTexts.mediaInvalid)),
  website: z.string().max(2_000).optional().describe('hidden from people; filled in, nothing is stored'),
});
export type SubmissionRequest = z.infer<typeof SubmissionRequest>;

export const SubmissionStatusName = z.enum(submissionStatuses);

const HistoryEntry = z.object({
  at: Instant,
  to: SubmissionStatusName,
  by: z.enum(['author', 'admin']),
});

/** What a reviewer must know before opening a file. */
export const fileWarnings = ['macros', 'encrypted', 'nested'] as const;
export const FileWarning = z.enum(fileWarnings);
export type FileWarning = z.infer<typeof FileWarning>;

const ManuscriptFile = z.object({
  kind: z.enum(manuscriptKinds),
  bytes: z.int(),
  sha256: z.string(),
  warnings: z.array(FileWarning),
  scan: z
    .enum(['clean', 'unscanned', 'infected'])
    .describe(
      'by the virus scanner; an `unscanned` file is scanned again, an `infected` one is never served',
    ),
  store: z.enum(['disk', 'drive']).describe('drive: a copy is in the shared folder of Drive'),
  openings: z.int().describe('how often admins opened it'),
});

/** A submission as the back office lists it (checklist PUB-12). */
export const Submission = z
  .object({
    _id: OpaqueId,
    id: OpaqueId,
    number: z.string(),
    title: z.string(),
    name: z.string(),
    email: z.string(),
    description: z.string(),
    media: StoredMediaType,
    driveLink: z.string().nullable().describe('null after the file was deleted'),
    status: SubmissionStatusName,
    version: z.int().describe('for If-Match'),
    createdAt: Instant,
  })
  .meta({ id: 'Submission' });
export type Submission = z.infer<typeof Submission>;

/** One submission with everything the back office keeps of it. */
export const SubmissionDetail = Submission.extend({
  creatorId: UserId.nullable().describe('the account of the author, for the media form (checklist CAT-53)'),
  history: z.array(HistoryEntry),
  notes: z.array(z.object({ at: Instant, text: z.string() })).describe('private'),
  file: ManuscriptFile.nullable(),
  mediaId: z.string().nullable().describe('the item made of it (checklist PUB-22)'),
}).meta({ id: 'SubmissionDetail' });
export type SubmissionDetail = z.infer<typeof SubmissionDetail>;

/** A submission as its author sees it. */
export const AuthorView = z.object({
  number: z.string(),
  title: z.string(),
  status: SubmissionStatusName,
  createdAt: Instant,
  history: z.array(HistoryEntry),
  canWithdraw: z.boolean(),
  isDeleted: z.boolean().describe('the site deleted it: only its number and the signed deletion are left'),
  itemPath: z.string().nullable().describe('the page of the published item'),
  receipt: CustodyReceipt.nullable(),
  deletion: CustodyReceipt.nullable().describe('after the file was deleted'),
});
export type AuthorView = z.infer<typeof AuthorView>;
