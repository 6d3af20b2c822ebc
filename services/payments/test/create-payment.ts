import { ApiError, type CallOf, type paymentsApi } from '@satrangi/contracts';
import { media, type PaymentsFixture } from './boot-payments.ts';

type Body = NonNullable<CallOf<(typeof paymentsApi)['createPayment']>['body']>;

/** Publishes items that can and cannot be sold, besides `m1`. */
export const publishCatalog = async (fixture: PaymentsFixture): Promise<void> => {
  await fixture.service.deliver(media({ mediaId: 'free', priceINR: 0, priceUSD: null }));
  await fixture.service.deliver(media({ mediaId: 'unpriced', priceINR: null, priceUSD: null }));
  await fixture.service.deliver(media({ mediaId: 'withdrawn', status: 'withdrawn' }));
  await fixture.service.deliver(media({ mediaId: 'no-file', deliverable: false }));
  await fixture.service.deliver(media({ mediaId: 'tiny', priceINR: 40, priceUSD: null }));
  await fixture.service.deliver(media({ mediaId: 'dollars', priceINR: null, priceUSD: 4.99 }));
  await fixture.service.deliver(media({ mediaId: 'halves', priceINR: 249.5, priceUSD: 1.005 }));
  await fixture.service.deliver(media({ mediaId: 'film', mediaType: 'short-film', formats: ['video'] }));
};

/** Sends any body to createPayment, including invalid ones. */
export const send = async (fixture: PaymentsFixture, body: unknown, headers: Record<string, string> = {}) => {
  const { problem, answer } = await fixture.api
    .createPayment({ body: body as Body }, { headers })
    .then((started) => ({ problem: null, answer: started }))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return { problem: error.problem, answer: null };
      throw error;
    });
  return { problem, answer, status: problem?.status ?? 200 };
};
