import { type Handlers, Refusal } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import type { Deps } from './accounts.deps.ts';
import { accountMessages, CARDS_MAX, parseUserIds, shareablePhone } from './accounts.rules.ts';

type Routes = Pick<Handlers<typeof identityApi>, 'listPublicProfiles' | 'getAccountPhone'>;

/** Lookups for other services; the contract requires the internal secret. */
export const userCardsRoutes = ({ accounts }: Pick<Deps, 'accounts'>): Routes => ({
  listPublicProfiles: async ({ query }) => {
    const ids = parseUserIds(query.ids);
    if (ids.length > CARDS_MAX) throw new Refusal('validation-failed', accountMessages.tooManyCards);
    return { people: await accounts.cards(ids) };
  },
  getAccountPhone: async ({ params }) => ({ phone: shareablePhone(await accounts.byId(params.userId)) }),
});
