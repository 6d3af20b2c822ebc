import { type Handlers, Refusal } from '@satrangi/chassis';
import type { identityApi } from '@satrangi/contracts';
import type { Deps } from './accounts.deps.ts';
import {
  accountMessages,
  CARDS_MAX,
  confirmedEmail,
  parseUserIds,
  shareablePhone,
} from './accounts.rules.ts';

type Routes = Pick<
  Handlers<typeof identityApi>,
  'listPublicProfiles' | 'getAccountPhone' | 'getAccountEmail'
>;

/** Lookups for other services; the contract requires the internal secret. */
export const userCardsRoutes = ({ accounts }: Pick<Deps, 'accounts'>): Routes => ({
  listPublicProfiles: async ({ query }) => {
    const ids = parseUserIds(query.ids);
    if (ids.length > CARDS_MAX) throw new Refusal('validation-failed', accountMessages.tooManyCards);
    return { people: await accounts.cards(ids) };
  },
  getAccountEmail: async ({ params }) => ({ email: confirmedEmail(await accounts.byId(params.userId)) }),
  getAccountPhone: async ({ params }) => ({ phone: shareablePhone(await accounts.byId(params.userId)) }),
});
