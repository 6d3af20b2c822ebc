import type { OutboxMessages } from '@satrangi/chassis';
import {
  type CustodyReceipt,
  liveTypes,
  type SubmissionStatus,
  submissionStatusChanged,
  type UserId,
} from '@satrangi/contracts';
import type { Mover } from './status.rules.ts';
import type { Deps } from './submissions.deps.ts';
import type { StoredSubmission } from './submissions.store.ts';

export type Move = {
  readonly to: SubmissionStatus;
  readonly by: Mover;
  readonly userId: UserId | null;
  readonly isMailed: boolean;
};

type MoveDeps = Pick<Deps, 'clock' | 'newEvent' | 'config'>;

/** The fields that a move changes. A mail that still waits is replaced by that about this move. */
export const movedFields = (
  { clock, config }: MoveDeps,
  { _id, history, news }: Pick<StoredSubmission, '_id' | 'history' | 'news'>,
  { to, by, userId, isMailed }: Move,
): Partial<StoredSubmission> => {
  const now = clock.now();
  return {
    status: to,
    history: [...history, { at: now.toISOString(), to, by, userId }],
    // the same work may be sent again, also within the hour: that is no second press
    ...(to === 'withdrawn' ? { contentKey: `withdrawn:${_id}` } : {}),
    news: isMailed ? { entry: history.length, due: new Date(now.getTime() + config.NEWS_DELAY_MS) } : news,
  };
};

/** The event and the live message of a move. */
export const moveMessages = (
  { clock, newEvent }: MoveDeps,
  { _id, status }: Pick<StoredSubmission, '_id' | 'status'>,
  to: SubmissionStatus,
): OutboxMessages => ({
  events: [
    newEvent(submissionStatusChanged, {
      subject: `submission/${_id}`,
      data: { submissionId: _id, from: status, to, at: clock.now().toISOString() },
    }),
  ],
  live: updatedLive(_id),
});

export const updatedLive = (id: string): NonNullable<OutboxMessages['live']> => [
  { message: { type: liveTypes.submissionUpdated, id }, audience: { to: 'admins' } },
];

/** The signed statement that the file of a submission was deleted; null when it never had one. */
export const deletionOf = (
  { receipts, clock }: Pick<Deps, 'receipts' | 'clock'>,
  { deletion, receipt, number }: Pick<StoredSubmission, 'deletion' | 'receipt' | 'number'>,
): CustodyReceipt | null =>
  deletion ??
  (receipt &&
    receipts.issue({ kind: 'deletion', number, sha256: receipt.sha256, at: clock.now().toISOString() }));
