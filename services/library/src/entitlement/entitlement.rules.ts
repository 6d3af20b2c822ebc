import { type Format, isFree } from '@satrangi/contracts';
import { type GrantState, isActiveGrant } from '../access/access.rules.ts';
import type { Media } from '../media/media.rules.ts';

/**
 * What one caller may do with one item. `owned`: an active grant, also of a withdrawn item. `open`: free for everyone.
 * `locked`: published, but must be bought. `unknown`: does not exist for this caller; also withdrawn and not owned.
 */
export type Entitlement = 'unknown' | 'open' | 'owned' | 'locked';

/** Open access: a published item that is free is open to everyone, also without a login (checklist LIB-10). */
const isOpenAccess = (media: Media, format?: Format): boolean =>
  media.status === 'published' && isFree(media) && (format === undefined || media.formats.includes(format));

/** @param grants the caller's grants of this item, already filtered by format */
export const entitlementOf = (
  media: Media | null,
  grants: readonly GrantState[],
  now: Date,
  format?: Format,
): Entitlement => {
  if (grants.some((grant) => isActiveGrant(grant, now))) return 'owned';
  if (!media || media.status === 'withdrawn') return 'unknown';
  return isOpenAccess(media, format) ? 'open' : 'locked';
};
