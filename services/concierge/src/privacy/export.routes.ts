import type { Handlers } from '@satrangi/chassis';
import type { conciergeApi, UserId } from '@satrangi/contracts';
import type { Conversation } from '../chat/conversations.store.ts';

type Deps = { readonly conversationsOf: (userId: UserId) => Promise<readonly Conversation[]> };

/** The data export of an account: the messages of its conversations. */
export const exportRoutes = ({
  conversationsOf,
}: Deps): Pick<Handlers<typeof conciergeApi>, 'exportMine'> => ({
  exportMine: async (_input, { userId }) => ({
    conversations: (await conversationsOf(userId)).map(({ turns }) => ({
      turns: turns.map(({ role, text, at }) => ({ role, text, at })),
    })),
  }),
});
