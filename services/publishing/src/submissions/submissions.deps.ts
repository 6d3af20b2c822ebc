import type { RateLimiter, SendMail, ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { PublishingConfig } from '../config.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { RemoveUpload } from '../uploads/remove-upload.ts';
import type { UploadsStore } from '../uploads/uploads.store.ts';
import type { DeletionsStore } from './deletions.store.ts';
import type { SubmissionsStore } from './submissions.store.ts';

/** The dependencies of the use cases for submissions. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly submissions: SubmissionsStore;
    readonly deletions: DeletionsStore;
    readonly uploads: UploadsStore;
    readonly removeUpload: RemoveUpload;
    /** Erases an author or admin whose account was deleted while something was stored for it. */
    readonly eraseIfDeleted: (userId: UserId) => Promise<void>;
    /** True when files of submissions are copied to a folder of Drive. */
    readonly isCopiedToDrive: boolean;
    readonly limiter: RateLimiter<'submissions'>;
    readonly receipts: Receipts;
    /** Null without a mail server. */
    readonly send: SendMail | null;
    readonly config: Pick<
      PublishingConfig,
      'SUBMISSION_SECRET' | 'SUBMISSION_SECRET_OLD' | 'PUBLIC_URL' | 'NEWS_DELAY_MS'
    >;
  };

/** All secrets, the current one first. */
export const secretsOf = ({ SUBMISSION_SECRET, SUBMISSION_SECRET_OLD }: Deps['config']): string[] => [
  SUBMISSION_SECRET,
  ...SUBMISSION_SECRET_OLD,
];
