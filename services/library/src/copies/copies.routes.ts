import { type Clock, type Handlers, Refusal } from '@satrangi/chassis';
import type { libraryApi } from '@satrangi/contracts';
import type { AuditStore } from '../audit/audit.store.ts';
import type { CopiesStore } from './copies.store.ts';

type Routes = Pick<Handlers<typeof libraryApi>, 'findCopy' | 'listAudit'>;
type Deps = { readonly copies: CopiesStore; readonly audit: AuditStore; readonly clock: Clock };

export const copyRoutes = ({ copies, audit, clock }: Deps): Routes => ({
  findCopy: async ({ params: { code } }, caller) => {
    const copy = await copies.find(code);
    if (!copy) throw new Refusal('not-found', 'No copy has that code');
    const { userId, mediaId, createdAt } = copy;
    const at = clock.now().toISOString();
    await audit.write({ at, by: caller.userId, act: 'find-copy', userId, mediaId, about: code });
    return { code, userId, mediaId, createdAt };
  },
  listAudit: ({ query: { limit } }) => audit.newest(limit),
});
