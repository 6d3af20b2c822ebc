import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { pageFacts } from './paging.ts';
import { CustodyReceipt } from './publishing.receipts.ts';
import {
  AuthorView,
  OpaqueId,
  Submission,
  SubmissionDetail,
  SubmissionRequest,
  SubmissionStatusName,
} from './publishing.submissions.ts';
import { uploadsApi } from './publishing.uploads.ts';
import { Instant, StoredMediaType, searchText } from './schemas.ts';

export * from './publishing.receipts.ts';
export * from './publishing.submissions.ts';
export * from './publishing.uploads.ts';

const byId = z.object({ id: OpaqueId });
const byToken = z.object({ token: z.string().min(1).max(200) });
const pageSizes = ['10', '20', '50', '100'] as const;

const submissionsApi = defineApi({
  submit: {
    method: 'POST',
    path: '/publishing/submit',
    access: 'public',
    personal: true,
    summary:
      'Sends a work: a link to Google Drive or Docs, or one of `uploadDrive`. Pressed twice, it is one submission with one mail. The private status address has its token in the fragment (checklist PUB-02 to PUB-10, PUB-14, PUB-18, PUB-24)',
    body: SubmissionRequest,
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      number: z.string(),
      statusUrl: z.string(),
      receipt: CustodyReceipt.nullable().describe('for an uploaded file'),
    }),
    problems: ['validation-failed', 'already-used', 'too-many-requests'],
  },
  submissionStatus: {
    method: 'POST',
    path: '/publishing/status',
    access: 'public',
    summary: 'A submission by the private token of its author: state and dates, no notes (checklist PUB-21)',
    body: byToken,
    response: AuthorView,
    problems: ['too-long-ago'],
  },
  withdraw: {
    method: 'POST',
    path: '/publishing/withdraw',
    access: 'public',
    summary:
      'The author takes a submission back while it is not decided; its file is deleted. Repeated, it answers the same (checklist PUB-20)',
    body: byToken.extend({ reason: z.string().trim().max(1_000).optional() }),
    response: AuthorView,
    problems: ['too-long-ago', 'too-late'],
  },
  mySubmissions: {
    method: 'GET',
    path: '/publishing/mine',
    access: 'user',
    summary:
      'What the caller sent in: signed in, or from the verified address of the account (checklist PUB-21)',
    response: z.array(
      z.object({
        number: z.string(),
        title: z.string(),
        status: SubmissionStatusName,
        date: Instant,
        statusUrl: z.string(),
      }),
    ),
  },
  verifyReceipt: {
    method: 'POST',
    path: '/publishing/receipts/verify',
    access: 'public',
    summary:
      'Whether this site signed a receipt. The page computes the hash of the file itself and uploads nothing (BEY-10)',
    body: z.object({ receipt: CustodyReceipt }),
    response: z.object({ isSigned: z.boolean() }),
  },
  receiptKeys: {
    method: 'GET',
    path: '/publishing/receipts/keys',
    access: 'public',
    summary: 'The public keys of receipts (JWK, Ed25519), to check one without this site (BEY-10)',
    response: z.object({
      keys: z.array(
        z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string(), x: z.string() }),
      ),
    }),
  },
});

const deskApi = defineApi({
  listSubmissions: {
    method: 'GET',
    path: '/publishing/submissions',
    access: 'admin',
    summary:
      'Submissions, newest first. `search` looks in title, name, email and description, then for titles and names that sound like it in another script (checklist PUB-11, PUB-13, PUB-19, BEY-03)',
    query: z.object({
      page: z.coerce
        .number()
        .int()
        .catch(1)
        .pipe(z.number().transform((page) => Math.max(1, page)))
        .default(1),
      pageSize: z.enum(pageSizes).catch('20').default('20').transform(Number),
      search: searchText(200).optional(),
      status: SubmissionStatusName.optional(),
    }),
    response: z.object({ results: z.array(Submission), ...pageFacts }),
  },
  getSubmission: {
    method: 'GET',
    path: '/publishing/submissions/:id',
    access: 'admin',
    summary: 'One submission with history, private notes and what is known about its file',
    params: byId,
    response: SubmissionDetail,
    problems: ['not-found'],
  },
  changeSubmission: {
    method: 'PATCH',
    path: '/publishing/submissions/:id',
    access: 'admin',
    summary:
      'Moves a submission to another state, adds a private note, or both; If-Match with the version refuses a stale form. The author gets one mail a minute later, about the newest state (checklist PUB-20)',
    params: byId,
    body: z.object({
      status: SubmissionStatusName.optional(),
      note: z.string().trim().min(1).max(4_000).optional(),
      mail: z.boolean().default(true).describe('false: the author gets no mail about this change'),
    }),
    response: SubmissionDetail,
    problems: ['not-found', 'validation-failed', 'version-conflict', 'too-late'],
  },
  deleteSubmission: {
    method: 'DELETE',
    path: '/publishing/submissions/:id',
    access: 'admin',
    status: 204,
    summary:
      'Deletes a submission with its file and everything about its author; a signed receipt of the deletion stays at the private status address (checklist PUB-23, BEY-10)',
    params: byId,
    response: z.undefined(),
    problems: ['not-found'],
  },
});

export const publishingApi = defineApi({
  ...holdingsApi('publishing'),
  ...uploadsApi,
  ...submissionsApi,
  ...deskApi,
  exportMine: {
    method: 'GET',
    path: '/publishing/export',
    access: 'user',
    summary: 'Everything publishing keeps of the caller: their submissions',
    response: z.object({
      submissions: z.array(
        z.object({
          number: z.string(),
          title: z.string(),
          name: z.string(),
          email: z.string(),
          description: z.string(),
          media: StoredMediaType,
          driveLink: z.string().nullable(),
          status: SubmissionStatusName,
          createdAt: Instant,
          reason: z.string().nullable().describe('why the caller took it back'),
        }),
      ),
    }),
  },
});
