import { type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import { libraryApi, MediaId } from '@satrangi/contracts';

export const buyer = testUser({ userId: 'buyer' });
export const stranger = testUser({ userId: 'stranger' });

export const PURCHASE_REQUIRED = [403, 'purchase-required', 'Purchase required'];
export const NO_RIGHTS = [
  403,
  'not-allowed',
  'This title can be read here. It is not offered as a download.',
];

export const order = (orderId: string, userId: string, mediaId = 'book') => ({
  orderId,
  userId,
  items: [{ mediaId }],
});

/** Status, code and detail of a refusal. */
export const problemOf = async (response: Response) => {
  // the shape of every refusal
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return [response.status, code, detail];
};

/** Requests of a reader, for tests of downloads. */
export const downloadsOf = (service: () => Booted) => ({
  get: (path: string, user = buyer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service().url}${path}`, { headers: { authorization: `Bearer ${tokenOf(user)}`, ...headers } }),
  accessOf: (user = buyer, mediaId = 'book') =>
    service()
      .as(user, libraryApi)
      .checkAccess({ params: { mediaId: MediaId.parse(mediaId) } }),
});
