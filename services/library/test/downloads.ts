import { type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import { Format, libraryApi, MediaId, type UserId } from '@satrangi/contracts';
import { paid } from './boot-library.ts';

export const buyer = testUser({ userId: 'buyer' });
export const stranger = testUser({ userId: 'stranger' });

export const SIGN_IN_FIRST = [401, 'not-authenticated', 'Sign in first'];
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
export const downloadsOf = (service: () => Booted) => {
  const get = (path: string, user = buyer, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service().url}${path}`, { headers: { authorization: `Bearer ${tokenOf(user)}`, ...headers } });
  return {
    get,
    accessOf: (user = buyer, mediaId = 'book') =>
      service()
        .as(user, libraryApi)
        .checkAccess({ params: { mediaId: MediaId.parse(mediaId) } }),
    giveReviewCopy: (userId: UserId) =>
      service()
        .as(testUser({ role: 'ADMIN' }), libraryApi)
        .grantManually({
          body: {
            userId,
            mediaId: MediaId.parse('book'),
            mediaType: 'ebook',
            format: Format.parse('text'),
            reason: 'Review copy',
            expiresAt: null,
          },
        }),
    /** The different codes in six copies that each of two buyers downloads at once. */
    codesOfTwoBuyers: async (
      path: string,
      codeOf: (copy: Uint8Array) => Promise<string | null>,
    ): Promise<Set<string | null>[]> => {
      const codes: Set<string | null>[] = [];
      for (const reader of [testUser(), testUser()]) {
        await service().deliver(paid(order(`o-${reader.userId}`, reader.userId)));
        const copies = await Promise.all(
          Array.from({ length: 6 }, async () => (await get(path, reader)).bytes()),
        );
        codes.push(new Set(await Promise.all(copies.map((copy) => codeOf(copy)))));
      }
      return codes;
    },
  };
};
