import type { SendMail, ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { CmsConfig } from '../config.ts';
import type { ImagesStore } from '../images/images.store.ts';
import type { endSubscription } from '../newsletter/leave-newsletter.ts';
import type { SubscribersStore } from '../newsletter/subscribers.store.ts';
import type { TextsStore } from '../texts/texts.store.ts';
import type { BatchesStore } from './batches.store.ts';
import type { LettersStore } from './letters.store.ts';
import type { SendsStore } from './sends.store.ts';

/** The dependencies of the use cases for letters. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> &
  Pick<ServiceContext<unknown>['events'], 'newEvent'> & {
    readonly letters: LettersStore;
    readonly sends: SendsStore;
    readonly batches: BatchesStore;
    readonly subscribers: SubscribersStore;
    readonly texts: TextsStore;
    readonly images: Pick<ImagesStore, 'keysOf'>;
    readonly config: Pick<
      CmsConfig,
      | 'LETTER_SECRET'
      | 'PUBLIC_URL'
      | 'MAIL_POOL'
      | 'SEND_IN_DOUBT'
      | 'LETTER_APPROVAL_ABOVE'
      | 'LETTER_APPROVAL_WAIT_MS'
    >;
    /** Of the letters of this process, see `letterPace`. */
    readonly pace: (letters: number) => number;
    /** The address that letters come from. */
    readonly from: string;
    /** Null without a mail server. */
    readonly send: SendMail | null;
    /** The confirmed address of an account. */
    readonly emailOf: (userId: UserId) => Promise<string | null>;
    readonly endSubscription: ReturnType<typeof endSubscription>;
    /** Aborted when the service stops. */
    readonly stopping: AbortSignal;
  };
