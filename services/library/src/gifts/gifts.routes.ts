import type { Handlers } from '@satrangi/chassis';
import type { libraryApi, ManualGrant } from '@satrangi/contracts';
import type { Gift, HeldItem } from '../access/access.rules.ts';
import { createGift, type GiftDeps } from './create-gift.ts';
import { revokeGift } from './revoke-gift.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'grantManually' | 'listManualGrants' | 'revokeManually'>;

const manualGrantOf = ({ userId, mediaId, mediaType, format }: HeldItem, gift: Gift): ManualGrant => ({
  _id: gift.id,
  userId,
  mediaId,
  mediaType,
  format,
  reason: gift.reason,
  grantedBy: gift.by,
  grantedAt: gift.at,
  expiresAt: gift.expiresAt,
});

export const giftRoutes = (deps: GiftDeps): Routes => ({
  grantManually: async ({ body }, { userId }) => manualGrantOf(body, await createGift(deps)(body, userId)),
  listManualGrants: async ({ query: { userId, mediaId, limit } }) => {
    const of = { ...(userId ? { userId } : {}), ...(mediaId ? { mediaId } : {}) };
    const grants = await deps.access.gifts(of, limit);
    return grants.flatMap((grant) => (grant.gift ? [manualGrantOf(grant, grant.gift)] : []));
  },
  revokeManually: async ({ params: { id } }, { userId }) => revokeGift(deps)(id, userId),
});
