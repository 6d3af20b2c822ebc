import {
  answerHoldings,
  createErasureRecords,
  createRateLimiter,
  defineService,
  eraseOn,
  every,
  everyOnOne,
  type Handlers,
  type Job,
  mountApi,
  READ_MODEL_MS,
  requestSnapshot,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import {
  analyticsUsageApi,
  catalogSnapshotRequested,
  type Kpis,
  liveTypes,
  subscriptions,
} from '@satrangi/contracts';
import { createPseudonyms } from './accounts/pseudonym.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { auditStore } from './audit/audit.store.ts';
import { auditSubscribers } from './audit/audit.subscribers.ts';
import { AnalyticsUsageConfig, refusedInProduction } from './config.ts';
import { countFacts } from './counting/count-facts.ts';
import { createNotifier } from './counting/notify.ts';
import { peopleStore } from './counting/people.store.ts';
import { rebuild } from './counting/rebuild.ts';
import { createSchedule } from './counting/schedule.ts';
import { windowsStore } from './counting/windows.store.ts';
import { explainRoutes } from './explain/explain.routes.ts';
import { factsStore } from './facts/facts.store.ts';
import { factsSubscribers } from './facts/facts.subscribers.ts';
import { historyRequestsStore } from './facts/history-requests.store.ts';
import { recordFact } from './facts/record-fact.ts';
import { requestHistory } from './facts/request-history.ts';
import { kpisRoutes } from './kpis/kpis.routes.ts';
import { kpisStore } from './kpis/kpis.store.ts';
import { shownKinds } from './kpis/recent-events.rules.ts';
import { computeKpis, refreshKpis } from './kpis/refresh-kpis.ts';
import { readSeries } from './kpis/series.ts';
import { mediaStore } from './media/media.store.ts';
import { mediaSubscribers } from './media/media.subscribers.ts';
import { eraseReader } from './privacy/erase-reader.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { analyticsUsageConnections } from './providers/connections.ts';
import { trackingRoutes } from './tracking/tracking.routes.ts';
import { usageRoutes } from './usage/usage.routes.ts';
import { inboundStore } from './whatsapp/inbound.store.ts';
import { whatsappRoutes } from './whatsapp/whatsapp.routes.ts';

const SWEEP_EVERY_MS = 5_000;
const REFRESH_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Context = ServiceContext<AnalyticsUsageConfig>;
type Stores = ReturnType<typeof createStores>;
type Deps = ReturnType<typeof createDeps>;

const createStores = ({ store }: Context) => ({
  facts: factsStore(store),
  windows: windowsStore(store),
  people: peopleStore(store),
  media: mediaStore(store),
  kpis: kpisStore(store),
  audit: auditStore(store),
  inbound: inboundStore(store),
  erasures: createErasureRecords(store, { waitMs: READ_MODEL_MS }),
  requests: historyRequestsStore(store),
});

/** Counts facts and computes the numbers, and notifies pages of what has changed. */
const createCounting = (context: Context, stores: Stores) => {
  const { clock, log } = context;
  const { facts, windows, people, media, kpis, erasures } = stores;
  const notify = createNotifier(context);
  const refresh = refreshKpis({ windows, people, media, kpis, clock });
  const count = countFacts({ facts, windows, people, erasures });

  const refreshAndNotify = async (): Promise<Kpis> => {
    const { kpis: current, hasChanged } = await refresh();
    if (hasChanged) notify({ type: liveTypes.kpiUpdated, id: 'kpis' });
    return current;
  };
  const countAndNotify = async (): Promise<boolean> => {
    const counted = await count();
    const shown = counted.findLast(({ kind }) => shownKinds.includes(kind));
    if (shown) notify({ type: liveTypes.activityAdded, id: shown._id });
    if (counted.some(({ kind }) => kind === 'talk')) notify({ type: liveTypes.usageUpdated, id: 'usage' });
    return counted.length > 0;
  };
  const schedule = createSchedule({
    run: async () => {
      await countAndNotify();
      await refreshAndNotify();
    },
    log,
  });
  return { notify, refreshAndNotify, countAndNotify, schedule };
};

const rateLimiterOf = ({ store, clock, config }: Context) =>
  createRateLimiter<'minute' | 'day'>({
    store,
    clock,
    secret: config.PSEUDONYM_SECRET,
    limits: {
      minute: { max: config.SITE_EVENTS_PER_MINUTE, windowMs: MINUTE_MS },
      day: { max: config.SITE_EVENTS_PER_DAY, windowMs: DAY_MS },
    },
  });

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { config, settings, name, events } = context;
  const stores = createStores(context);
  const { facts, erasures, requests } = stores;
  const counting = createCounting(context, stores);
  const pseudonymOf = createPseudonyms(config.PSEUDONYM_SECRET);
  return {
    ...stores,
    ...counting,
    pseudonymOf,
    limiter: rateLimiterOf(context),
    requestMissingHistory: requestHistory({ requests, events, name, settings }),
    record: recordFact({
      facts,
      erasures,
      pseudonymOf,
      onRecorded: ({ kind }) => counting.schedule.request(kind === 'money'),
    }),
  };
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof analyticsUsageApi> => {
  const { clock, ids, events, config, settings, sessions } = context;
  const { facts, windows, people, media, kpis, audit, inbound, erasures } = deps;
  const { record, limiter, pseudonymOf, refreshAndNotify: refresh } = deps;
  const { AI_RATE_PER_MINUTE: ratePerMinute } = config;
  return {
    ...kpisRoutes({ facts, kpis, clock, refresh, series: readSeries({ windows, people, clock }) }),
    ...trackingRoutes({ record, limiter, clock, ids, internalSecret: settings.internalSecret }),
    ...explainRoutes({
      ...{ facts, people, media, clock, ratePerMinute, refresh },
      compute: computeKpis({ windows, people, media }),
      rebuild: rebuild({ facts, windows, people, erasures, clock }),
    }),
    ...usageRoutes({ windows, facts, clock, ratePerMinute }),
    ...whatsappRoutes({
      inbound,
      clock,
      ids,
      newEvent: events.newEvent,
      appSecret: config.WHATSAPP_APP_SECRET,
      verifyToken: config.WHATSAPP_VERIFY_TOKEN,
    }),
    ...auditRoutes(audit),
    ...exportRoutes({ facts, audit }, pseudonymOf),
    holdings: answerHoldings(sessions, ownsAnything),
  };
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { facts, people, media, audit, erasures, pseudonymOf, record, notify, schedule } = deps;
  return [
    ...factsSubscribers(record),
    ...mediaSubscribers(media, { record, onChanged: () => schedule.request(false) }),
    ...auditSubscribers(audit, {
      isErased: (userId) => erasures.isErased(pseudonymOf(userId)),
      onRecorded: (actId) => notify({ type: liveTypes.adminActed, id: actId }),
    }),
    eraseOn(subscriptions['analytics-usage.erase-reader'], context, {
      records: erasures,
      recordIdOf: pseudonymOf,
      erasers: [eraseReader({ facts, people, audit, pseudonymOf, onErased: () => schedule.request(false) })],
    }),
  ];
};

const jobsOf = ({ countAndNotify, refreshAndNotify }: Deps): Job[] => [
  // facts of a process that stopped before it counted them
  everyOnOne('count-facts', SWEEP_EVERY_MS, async () => {
    if (await countAndNotify()) await refreshAndNotify();
  }),
  // 30 days end at another instant
  every('refresh-kpis', REFRESH_EVERY_MS, async () => void (await refreshAndNotify())),
];

/** Numbers of the dashboard from facts that other services and the site report. */
export const analyticsUsage = defineService({
  name: 'analytics-usage',
  config: AnalyticsUsageConfig,
  refusedInProduction,
  build: (context) => {
    const deps = createDeps(context);
    return {
      connections: analyticsUsageConnections(context.config),
      apis: [mountApi(analyticsUsageApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(deps),
      start: async () => {
        context.sessions.requestSnapshot();
        await requestSnapshot(context, catalogSnapshotRequested, deps.media.model);
        await deps.requestMissingHistory();
      },
      close: deps.schedule.stop,
    };
  },
});
