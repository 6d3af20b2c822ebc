import { ApiError, type CallOf, type paymentsApi } from '@satrangi/contracts';
import { media, type World } from './world.ts';

type Body = NonNullable<CallOf<(typeof paymentsApi)['createPayment']>['body']>;

/** What can and what can not be sold, beside `m1`. */
export const shelf = async (world: World): Promise<void> => {
  await world.service.deliver(media({ mediaId: 'free', priceINR: 0, priceUSD: null }));
  await world.service.deliver(media({ mediaId: 'unpriced', priceINR: null, priceUSD: null }));
  await world.service.deliver(media({ mediaId: 'withdrawn', status: 'withdrawn' }));
  await world.service.deliver(media({ mediaId: 'no-file', deliverable: false }));
  await world.service.deliver(media({ mediaId: 'tiny', priceINR: 40, priceUSD: null }));
  await world.service.deliver(media({ mediaId: 'dollars', priceINR: null, priceUSD: 4.99 }));
  await world.service.deliver(media({ mediaId: 'halves', priceINR: 249.5, priceUSD: 1.005 }));
  await world.service.deliver(media({ mediaId: 'film', mediaType: 'short-film', formats: ['video'] }));
};

/** Sends any body at all, as a page that went wrong or a person with bad intent would. */
export const send = async (world: World, body: unknown, headers: Record<string, string> = {}) => {
  const { problem, answer } = await world.api
    .createPayment({ body: body as Body }, { headers })
    .then((started) => ({ problem: null, answer: started }))
    .catch((error: unknown) => {
      if (error instanceof ApiError) return { problem: error.problem, answer: null };
      throw error;
    });
  return { problem, answer, status: problem?.status ?? 200 };
};
