import {
  answerHoldings,
  createErasureRecords,
  defineService,
  eraseOn,
  type Handlers,
  mountApi,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import { conciergeApi, subscriptions, type UserId } from '@satrangi/contracts';
import { answerMessage } from './chat/answer-message.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { ownerName } from './chat/conversation-ids.rules.ts';
import { conversationsStore } from './chat/conversations.store.ts';
import { createItemsAnswer } from './chat/items-answer.ts';
import { findItems, localAnswer } from './chat/local-answer.ts';
import { ownAnswers } from './chat/own-answers.ts';
import { readOrderCounts, readReader } from './chat/reader.ts';
import { ConciergeConfig, refusedInProduction } from './config.ts';
import { ownershipStore } from './ownership/ownership.store.ts';
import { ownershipSubscribers } from './ownership/ownership.subscribers.ts';
import { createPassages } from './passages/passages.ts';
import { createRunInfo } from './passages/run-info.ts';
import { eraseReader } from './privacy/erase-reader.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { conciergeConnections } from './providers/connections.ts';
import { createCatalogClient } from './shop/catalog-client.ts';
import { indexSync } from './shop/index-sync.ts';
import { createItemIndex } from './shop/item-index.ts';
import { namesWhatIsMissing } from './shop/query.rules.ts';

const MINUTE_MS = 60_000;

type Context = ServiceContext<ConciergeConfig>;
type Deps = ReturnType<typeof createDeps>;

/** Stores, read models and use cases. */
const createDeps = (context: Context) => {
  const { store, clock, log, live, config } = context;
  const secret = config.CONVERSATION_SECRET;
  const conversations = conversationsStore(store);
  const ownership = ownershipStore(store);
  const erasures = createErasureRecords(store);
  const catalog = createCatalogClient(config.CATALOG_URL);
  const index = createItemIndex();
  const sync = indexSync({ catalog, index, live, log });
  const site = { name: config.SITE_NAME, email: config.CONTACT_EMAIL };
  const passages = createPassages(config.CMS_URL, site, () => clock.now().getTime());
  const runInfo = createRunInfo(config.VIRTUAL_RUN_URL);
  const shopDeps = { catalog, index, log };
  return {
    ...{ secret, conversations, ownership, erasures, catalog, index, sync, passages, runInfo },
    items: createItemsAnswer({
      ...{ store, clock, log, config },
      local: localAnswer(shopDeps),
      isMissing: (message) => namesWhatIsMissing(message, index.all()),
      tools: { catalog, passages, runInfo, clock, find: findItems(shopDeps) },
    }),
    eraseConversations: (userId: UserId) => conversations.eraseOwner(ownerName(secret, userId), clock.now()),
    conversationsOf: (userId: UserId) => conversations.ofOwner(ownerName(secret, userId)),
  };
};

const answerOf = (context: Context, deps: Deps) => {
  const { clock, ids, log, events, settings, config } = context;
  const { secret, conversations, ownership, erasures, catalog, index, passages, runInfo, items } = deps;
  return answerMessage({
    ...{ clock, ids, log, secret, conversations, catalog, passages },
    newEvent: events.newEvent,
    limiter: context.rateLimiter({
      messages: { max: config.CHAT_PER_MINUTE, windowMs: MINUTE_MS },
      suggestions: { max: config.CHAT_SUGGESTIONS_PER_MINUTE, windowMs: MINUTE_MS },
    }),
    isErased: erasures.isErased,
    readReader: readReader({ identityUrl: settings.identityUrl, ownership }),
    ownAnswer: ownAnswers({
      kindOf: (id) => index.get(id)?.mediaType,
      passages,
      runInfo,
      clock,
      orderCounts: readOrderCounts(config.PAYMENTS_URL),
      email: config.CONTACT_EMAIL,
    }),
    itemsAnswer: items.answer,
  });
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof conciergeApi> => {
  const { clock, sessions, settings } = context;
  const { secret, conversations, catalog, ownership, conversationsOf, items } = deps;
  const { internalSecret } = settings;
  const answer = answerOf(context, deps);
  return {
    ...chatRoutes({ answer, conversations, catalog, secret, internalSecret, clock }),
    ...exportRoutes({ conversationsOf }),
    health: () => items.health(),
    holdings: answerHoldings(sessions, ownsAnything({ conversationsOf, ownership })),
  };
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { ownership, erasures, eraseConversations } = deps;
  return [
    ...ownershipSubscribers(ownership, erasures.isErased),
    eraseOn(subscriptions['concierge.erase-reader'], context, {
      records: erasures,
      erasers: [eraseReader({ eraseConversations, ownership })],
    }),
  ];
};

/** The chat: finds items, quotes policies, helps with orders. Every fact of a reply comes from the catalog or the cms. */
export const concierge = defineService({
  name: 'concierge',
  config: ConciergeConfig,
  refusedInProduction,
  build: (context) => {
    const { live, sessions, settings, config } = context;
    const deps = createDeps(context);
    const { sync, passages } = deps;
    const unsubscribe = live.subscribe(({ type }) => passages.handleLive(type));
    return {
      connections: conciergeConnections(config, settings.nodeEnv),
      apis: [mountApi(conciergeApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: [sync.job],
      start: async () => {
        sessions.requestSnapshot();
        sync.fill();
      },
      close: async () => {
        sync.stop();
        unsubscribe();
      },
    };
  },
});
