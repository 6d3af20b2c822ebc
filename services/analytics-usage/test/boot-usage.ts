import { anEvent, type Booted, type BootOptions, bootService, testUser } from '@satrangi/chassis/testing';
import {
  analyticsUsageApi,
  type Client,
  type Currency,
  mediaChanged,
  moneyReturned,
  paymentSucceeded,
  type StoredMediaType,
} from '@satrangi/contracts';
import { analyticsUsage } from '../src/service.ts';

export { refusalOf as refusal } from '@satrangi/chassis/testing';

export type UsageClient = Client<typeof analyticsUsageApi>;

export const PSEUDONYM_SECRET = 'makes-the-pseudonyms-of-these-tests-only';
export const adminUser = testUser({ userId: 'the-admin', role: 'ADMIN' });

export type UsageFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly admin: UsageClient;
  readonly visitor: UsageClient;
  /** Counts all facts and computes the numbers again. */
  readonly count: () => Promise<void>;
};

/** A booted analytics-usage and clients for its roles. */
export const bootUsage = async (options: BootOptions = {}): Promise<UsageFixture> => {
  const service = await bootService(analyticsUsage, {
    ...options,
    env: { PSEUDONYM_SECRET, ...options.env },
  });
  return {
    service,
    admin: service.as(adminUser, analyticsUsageApi),
    visitor: service.as('visitor', analyticsUsageApi),
    count: async () => {
      await service.runJob('count-facts');
      await service.runJob('refresh-kpis');
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

type Paid = {
  readonly orderId: string;
  readonly userId?: string;
  readonly minor?: number;
  readonly currency?: Currency;
  readonly time?: Date;
};

/** A paid purchase, as payments publishes it: one event id for each order. */
export const purchase = ({ orderId, userId = 'reader', minor = 49_900, currency = 'INR', time }: Paid) =>
  anEvent(paymentSucceeded, {
    id: `paid-${orderId}`,
    subject: `order/${orderId}`,
    ...(time ? { time } : {}),
    data: {
      orderId,
      userId,
      provider: 'cashfree',
      total: { minor, currency },
      items: [{ mediaId: 'a-book', mediaType: 'ebook', format: 'text' }],
    },
  });

/** Money of an order that went back. */
export const refund = (about: {
  readonly orderId: string;
  readonly refundId: string;
  readonly rupeesMinor: number;
  readonly isWhole: boolean;
  readonly purpose?: 'purchase' | 'contribution' | 'virtual-run';
  readonly at?: Date;
}) => {
  const { orderId, refundId, rupeesMinor, isWhole, purpose = 'purchase', at = new Date() } = about;
  const amount = { minor: rupeesMinor, currency: 'INR' as const };
  return anEvent(moneyReturned, {
    id: `returned-${orderId}-${refundId}`,
    subject: `order/${orderId}`,
    data: {
      orderId,
      refundId,
      kind: 'refund',
      provider: 'cashfree',
      purpose,
      amount,
      total: amount,
      returnedMinor: rupeesMinor,
      isWhole,
      rupeesMinor,
      at: at.toISOString(),
    },
  });
};

/** An item of the catalog, new by default. */
export const item = (
  mediaId: string,
  mediaType: StoredMediaType,
  { version = 1, status = 'published' }: { version?: number; status?: 'published' | 'withdrawn' } = {},
) =>
  anEvent(mediaChanged, {
    id: `changed-${mediaId}-${version}`,
    data: {
      mediaId,
      mediaType,
      version,
      status,
      title: 'A work',
      creator: 'A writer',
      language: 'en',
      formats: ['text'],
      cover: null,
      thumbnailUrl: null,
      priceINR: 499,
      priceUSD: null,
      file: null,
      previewPages: null,
    },
  });
