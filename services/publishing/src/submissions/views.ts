import {
  type AuthorView,
  driveLinkOf,
  kindOf,
  type Submission,
  type SubmissionDetail,
} from '@satrangi/contracts';
import { fileLink } from '../uploads/file-links.rules.ts';
import type { Upload } from '../uploads/uploads.store.ts';
import type { Deletion } from './deletions.store.ts';
import { canWithdraw } from './status.rules.ts';
import type { Deps } from './submissions.deps.ts';
import { itemOf } from './submissions.rules.ts';
import type { StoredSubmission } from './submissions.store.ts';

type ViewDeps = Pick<Deps, 'config' | 'uploads'>;

/** A submission for the list of the back office. @param upload its file, when it has one */
export const submissionView = (
  { config }: Pick<ViewDeps, 'config'>,
  submission: StoredSubmission,
  upload: Pick<Upload, 'store' | 'driveFileId'> | undefined,
): Submission => {
  const { _id, number, title, name, email, description, media, status, version, createdAt, uploadId } =
    submission;
  const inDrive = upload?.store === 'drive' && upload.driveFileId ? driveLinkOf(upload.driveFileId) : null;
  const own = uploadId
    ? fileLink(config.SUBMISSION_SECRET, config.PUBLIC_URL, uploadId)
    : submission.driveLink;
  return {
    _id,
    id: _id,
    ...{ number, title, name, email, description, media, status, version },
    driveLink: inDrive ?? own,
    createdAt: createdAt.toISOString(),
  };
};

const historyOf = ({ history }: StoredSubmission) => history.map(({ at, to, by }) => ({ at, to, by }));

/** A submission with all that the back office keeps of it. */
export const detailOf = async (deps: ViewDeps, submission: StoredSubmission): Promise<SubmissionDetail> => {
  const upload = submission.uploadId ? await deps.uploads.byId(submission.uploadId) : null;
  return {
    ...submissionView(deps, submission, upload ?? undefined),
    creatorId: submission.userId,
    history: historyOf(submission),
    notes: submission.notes.map(({ at, text }) => ({ at, text })),
    file: upload && {
      kind: upload.kind,
      bytes: upload.bytes,
      sha256: upload.sha256,
      warnings: upload.warnings,
      scan: upload.scan,
      store: upload.store,
      openings: upload.openings.length,
    },
    mediaId: itemOf(submission)?.id ?? null,
  };
};

/** What an author sees. */
export const authorView = (submission: StoredSubmission): AuthorView => {
  const { number, title, status, createdAt, receipt, deletion } = submission;
  const item = itemOf(submission);
  return {
    ...{ number, title, status, receipt, deletion },
    createdAt: createdAt.toISOString(),
    history: historyOf(submission),
    canWithdraw: canWithdraw(status),
    isDeleted: false,
    itemPath: item?.isPublished ? `/${kindOf(item.type).page}/${item.id}` : null,
  };
};

/** What the author of a deleted submission sees: that its file is gone. */
export const deletedView = ({ number, createdAt, receipt }: Deletion): AuthorView => ({
  number,
  title: '',
  status: 'withdrawn',
  createdAt,
  history: [],
  canWithdraw: false,
  isDeleted: true,
  itemPath: null,
  receipt: null,
  deletion: receipt,
});
