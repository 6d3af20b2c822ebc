import type { RateLimiter, SendMail, ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { CmsConfig } from '../config.ts';
import type { SubscribersStore } from './subscribers.store.ts';
import type { SubscriptionRequestsStore } from './subscription-requests.store.ts';

/** Limits of requests: per client address, per mailbox, and of all mailboxes together. */
export type NewsletterLimit = 'newsletterAddress' | 'newsletterMailbox' | 'newsletterAll';

/** The dependencies of the use cases for the newsletter. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly subscribers: SubscribersStore;
    readonly requests: SubscriptionRequestsStore;
    readonly limiter: RateLimiter<NewsletterLimit>;
    readonly config: Pick<CmsConfig, 'LETTER_SECRET' | 'LETTER_SECRET_OLD' | 'PUBLIC_URL' | 'REPORT_SECRET'>;
    /** Null without a mail server. */
    readonly send: SendMail | null;
    readonly isErased: (userId: UserId) => Promise<boolean>;
  };
