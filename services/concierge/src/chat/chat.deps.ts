import type { Caller, RateLimiter, ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { Passages } from '../passages/passages.ts';
import type { CatalogClient } from '../shop/catalog-client.ts';
import type { Conversation, ConversationsStore, StoredTurn } from './conversations.store.ts';
import type { Draft, Question, Reader } from './drafts.ts';

type ChatLimit = 'messages' | 'suggestions';

/** What answering a message needs. */
export type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids' | 'log'> & {
  readonly newEvent: ServiceContext<unknown>['events']['newEvent'];
  readonly secret: string;
  readonly conversations: ConversationsStore;
  readonly limiter: RateLimiter<ChatLimit>;
  readonly catalog: CatalogClient;
  readonly passages: Passages;
  /** True after the account was deleted: what was answered at that moment is erased again. */
  readonly isErased: (userId: UserId) => Promise<boolean>;
  readonly readReader: (caller: Caller | undefined, token: string | null) => Promise<Reader>;
  readonly ownAnswer: (question: Question) => Promise<Draft | undefined>;
  /** Items for a message: by a model when one may be used, else by the service alone. */
  readonly itemsAnswer: (
    question: Question,
    history: readonly StoredTurn[],
    isLocal: boolean,
  ) => Promise<Draft>;
};

export type MessageRequest = {
  readonly message: string;
  readonly conversationId: string | null;
  readonly isSuggestions: boolean;
  readonly isLocal: boolean;
  readonly caller: Caller | undefined;
  readonly token: string | null;
  readonly address: string;
};

/** The conversation that a message belongs to. */
export type Talk = {
  readonly id: string;
  readonly owner: string | null;
  readonly known: Conversation | null;
};
