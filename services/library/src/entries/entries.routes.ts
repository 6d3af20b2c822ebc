import type { Clock, Handlers } from '@satrangi/chassis';
import { joinedOf, type LibraryEntry, type libraryApi } from '@satrangi/contracts';
import { expiryOf, type Grant, isActiveGrant } from '../access/access.rules.ts';
import type { AccessStore } from '../access/access.store.ts';
import { ownedMediaOf } from '../access/owned-snapshot.rules.ts';
import type { ResolveEntitlement } from '../entitlement/resolve-entitlement.ts';
import { downloadOf, epubDownloadOf } from '../media/media.rules.ts';
import { type ProgressRecord, progressOf } from '../progress/progress.rules.ts';
import type { ProgressStore } from '../progress/progress.store.ts';

type Deps = {
  readonly access: AccessStore;
  readonly progress: ProgressStore;
  readonly resolveEntitlement: ResolveEntitlement;
  readonly clock: Clock;
};
type Routes = Pick<Handlers<typeof libraryApi>, 'listEntries' | 'checkAccess'>;

const entryOf = (grant: Grant, record: ProgressRecord | undefined): LibraryEntry => {
  const { mediaId, mediaType, format, grantedAt, createdAt } = grant;
  const expiresAt = expiryOf(grant);
  return {
    _id: grant._id,
    media: ownedMediaOf(mediaId, mediaType, grant.snapshot),
    format,
    mediaType: joinedOf(mediaType),
    progress: record ? progressOf(record) : null,
    grantedAt,
    createdAt,
    ...(expiresAt ? { expiresAt } : {}),
  };
};

/** The reader's library (grants joined with progress) and the access check for one item. */
export const entryRoutes = ({ access, progress, resolveEntitlement, clock }: Deps): Routes => ({
  listEntries: async (_input, { userId }) => {
    const [grants, records] = await Promise.all([access.ofReader(userId), progress.ofReader(userId)]);
    const recordByKey = new Map(records.map((record) => [record._id, record]));
    const now = clock.now();
    return grants
      .filter((grant) => isActiveGrant(grant, now))
      .map((grant) => entryOf(grant, recordByKey.get(grant._id)));
  },

  checkAccess: async ({ params: { mediaId }, query: { format } }, caller) => {
    const { media, entitlement, isBought } = await resolveEntitlement(mediaId, caller?.userId, format);
    const file = isBought && media ? downloadOf(media) : null;
    const epub = isBought && media ? epubDownloadOf(media) : null;
    return {
      hasAccess: entitlement === 'owned' || entitlement === 'open',
      ...(file ? { downloadBytes: file.bytes } : {}),
      ...(epub ? { epubBytes: epub.bytes } : {}),
    };
  },
});
