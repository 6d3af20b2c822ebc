import { clientAddress, type Exchange, type Handlers, Refusal, type ServiceContext } from '@satrangi/chassis';
import type { ChatTurn, conciergeApi } from '@satrangi/contracts';
import { readerLanguage } from '../language/reader-language.rules.ts';
import { verifyPicks } from '../replies/verify-picks.ts';
import type { CatalogClient } from '../shop/catalog-client.ts';
import type { answerMessage } from './answer-message.ts';
import { ownerName, storedConversationId } from './conversation-ids.rules.ts';
import type { ConversationsStore, StoredTurn } from './conversations.store.ts';

type Routes = Pick<Handlers<typeof conciergeApi>, 'chat' | 'getConversation' | 'deleteConversation'>;
type Deps = {
  readonly answer: ReturnType<typeof answerMessage>;
  readonly conversations: ConversationsStore;
  readonly catalog: CatalogClient;
  readonly secret: string;
  readonly internalSecret: string;
  readonly clock: ServiceContext<unknown>['clock'];
};

const bearerOf = ({ request }: Exchange): string | null =>
  /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

export const chatRoutes = ({
  answer,
  conversations,
  catalog,
  secret,
  internalSecret,
  clock,
}: Deps): Routes => {
  /** A stored message with its items as the catalog has them now; items that are gone are left out. */
  const toTurn = async ({ role, text, picks, links, by, at }: StoredTurn): Promise<ChatTurn> => ({
    role,
    text,
    items: await verifyPicks(catalog, picks, readerLanguage(text)).catch(() => []),
    links: [...links],
    by,
    at,
  });
  return {
    chat: ({ body }, caller, exchange) =>
      answer({
        message: body.message,
        conversationId: body.conversationId ?? null,
        isSuggestions: body.mode === 'suggestions',
        isLocal: body.local,
        caller,
        token: bearerOf(exchange),
        address: clientAddress(exchange, internalSecret),
      }),
    getConversation: async ({ params: { conversationId } }, caller) => {
      const known = await conversations.find(storedConversationId(secret, conversationId));
      const owner = caller ? ownerName(secret, caller.userId) : null;
      if (!known || known.turns.length === 0 || (known.owner !== null && known.owner !== owner))
        throw new Refusal('not-found', 'Conversation not found');
      return { conversationId, turns: await Promise.all(known.turns.map(toTurn)) };
    },
    deleteConversation: async ({ params: { conversationId } }, caller) => {
      const id = storedConversationId(secret, conversationId);
      const known = await conversations.find(id);
      const owner = caller ? ownerName(secret, caller.userId) : null;
      if (known && (known.owner === null || known.owner === owner))
        await conversations.erase(id, clock.now());
      return { ok: true };
    },
  };
};
