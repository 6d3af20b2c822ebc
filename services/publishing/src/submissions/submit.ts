import { randomBytes } from 'node:crypto';
import { enforceRateLimit, failpoint, Refusal, type Work } from '@satrangi/chassis';
import {
  googleLinkOf,
  liveTypes,
  publishingTexts,
  type SubmissionRequest,
  submissionReceived,
  type UserId,
} from '@satrangi/contracts';
import { driveCopy } from '../drive/copy-to-drive.ts';
import { uploadOfLink } from '../uploads/file-links.rules.ts';
import type { Upload } from '../uploads/uploads.store.ts';
import { type Deps, secretsOf } from './submissions.deps.ts';
import { contentKeyOf, hourOf, mailboxKeyOf, numberOf, searchFields } from './submissions.rules.ts';
import type { StoredSubmission } from './submissions.store.ts';

export const RECEIVED_MAIL = 'submission-received';

/** Numbers are random: another one is tried when the first is taken. */
const NUMBER_TRIES = 20;

type Sender = { readonly address: string; readonly userId: UserId | null };

const receivedMail = (submissionId: string): Work => ({
  kind: RECEIVED_MAIL,
  key: submissionId,
  data: { submissionId },
});

/** The submission that a double press has stored already, in this hour or just before it. */
const findSent = ({ submissions, clock, config }: Deps, request: SubmissionRequest) => {
  const hour = hourOf(clock.now());
  const keys = [hour, hour - 1].map((each) => contentKeyOf(config.SUBMISSION_SECRET, request, each));
  return submissions.byContentKeys(keys);
};

/** The upload of a link that this site issued; null for a Google link. @throws Refusal validation-failed */
const uploadOf = async ({ uploads, config }: Deps, link: string): Promise<Upload | null> => {
  if (googleLinkOf(link)) return null;
  const uploadId = uploadOfLink(secretsOf(config), config.PUBLIC_URL, link);
  if (!uploadId) throw new Refusal('validation-failed', publishingTexts.linkInvalid);
  const upload = await uploads.byId(uploadId);
  if (!upload || upload.isLeaving || upload.scan === 'infected')
    throw new Refusal('validation-failed', publishingTexts.uploadMissing);
  return upload;
};

const toSubmission = (
  { clock, ids, receipts, config }: Deps,
  request: SubmissionRequest,
  upload: Upload | null,
  userId: UserId | null,
): StoredSubmission => {
  const { name, email, title, description, media } = request;
  const createdAt = clock.now();
  const at = createdAt.toISOString();
  const number = numberOf(randomBytes(5));
  return {
    _id: ids.newId(),
    number,
    ...{ name, email, title, description, media },
    mailboxKey: mailboxKeyOf(config.SUBMISSION_SECRET, email),
    driveLink: upload ? null : googleLinkOf(request.driveLink),
    uploadId: upload?._id ?? null,
    status: 'received',
    history: [{ at, to: 'received', by: 'author', userId: null }],
    notes: [],
    userId,
    contentKey: contentKeyOf(config.SUBMISSION_SECRET, request, hourOf(createdAt)),
    receipt: upload && receipts.issue({ kind: 'custody', number, sha256: upload.sha256, at }),
    deletion: null,
    item: null,
    ...searchFields(request),
    version: 1,
    news: null,
    createdAt,
  };
};

/**
 * Stores a submission with its event, its mail and its live message in one write. The insert is the claim: equal
 * content in one hour, or the same file, is stored once.
 */
const store = async (
  deps: Deps,
  request: SubmissionRequest,
  upload: Upload | null,
  userId: UserId | null,
): Promise<StoredSubmission> => {
  for (let tries = 0; tries < NUMBER_TRIES; tries++) {
    const submission = toSubmission(deps, request, upload, userId);
    const { _id, media, createdAt } = submission;
    const isNew = await deps.submissions.add(submission, {
      events: [
        deps.newEvent(submissionReceived, {
          subject: `submission/${_id}`,
          data: {
            submissionId: _id,
            mediaType: media,
            hasFile: upload !== null,
            at: createdAt.toISOString(),
          },
        }),
      ],
      live: [{ message: { type: liveTypes.submissionReceived, id: _id }, audience: { to: 'admins' } }],
      work: [receivedMail(_id), ...(upload && deps.isCopiedToDrive ? [driveCopy(upload._id)] : [])],
    });
    if (isNew) return submission;
    const sent = await findSent(deps, request);
    if (sent) return sent;
    if (upload && (await deps.submissions.ofUploads([upload._id])).length > 0)
      throw new Refusal('already-used', publishingTexts.uploadUsed);
  }
  throw new Error('no free number for a submission');
};

/**
 * Sends a work. Pressed twice, also at the same time or after a crash, it is one submission with one mail.
 * @throws Refusal validation-failed, already-used, too-many-requests
 */
export const submit =
  (deps: Deps) =>
  async (request: SubmissionRequest, { address, userId }: Sender): Promise<StoredSubmission> => {
    const { submissions, uploads, eraseIfDeleted, limiter } = deps;
    const sent = await findSent(deps, request);
    if (sent) return sent;
    const upload = await uploadOf(deps, request.driveLink);
    enforceRateLimit(
      publishingTexts.tooManySubmissions,
      await limiter.byAddress.consume('submissions', address),
    );
    const stored = await store(deps, request, upload, userId);
    failpoint('publishing.stored-before-answer');
    // the sweep of unclaimed uploads may have started before this submission was stored
    if (stored.uploadId && (await uploads.byId(stored.uploadId))?.isLeaving !== false) {
      await submissions.remove(stored._id, {});
      throw new Refusal('validation-failed', publishingTexts.uploadMissing);
    }
    if (userId !== null) await eraseIfDeleted(userId);
    return stored;
  };
