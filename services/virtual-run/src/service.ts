import {
  answerHoldings,
  createErasureRecords,
  defineService,
  eraseOn,
  everyOnOne,
  type Handlers,
  type Job,
  mailerOf,
  mountApi,
  on,
  requestSnapshot,
  type ServiceContext,
  type Subscription,
  sheetWriter,
} from '@satrangi/chassis';
import { paymentsSnapshotRequested, subscriptions, virtualRunApi } from '@satrangi/contracts';
import { adminRoutes } from './admin/admin.routes.ts';
import { refusedInProduction, registrationsSheet, VirtualRunConfig } from './config.ts';
import { eventRoutes } from './event/event.routes.ts';
import { firstEvent } from './event/event.rules.ts';
import { eventsStore } from './event/events.store.ts';
import { feesStore } from './fees/fees.store.ts';
import { raisedOf } from './gifts/gift.rules.ts';
import { giftsStore } from './gifts/gifts.store.ts';
import { giftsSubscribers } from './gifts/gifts.subscribers.ts';
import { ledgerRoutes } from './ledger/ledger.routes.ts';
import { sendRunMail } from './mails/send-run-mail.ts';
import { feesSubscribers } from './matching/fees.subscribers.ts';
import { expireDrafts, matchFees } from './matching/match-fees.ts';
import { register } from './matching/register.ts';
import { settleFee } from './matching/settle-fee.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import { eraseRegistration } from './privacy/erase-registration.ts';
import { eraseRunner } from './privacy/erase-runner.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { virtualRunConnections } from './providers/connections.ts';
import { sheetsSdk } from './providers/google.ts';
import { announceRegistrations } from './registrations/announce-registrations.ts';
import { createDraft } from './registrations/create-draft.ts';
import { draftsStore } from './registrations/drafts.store.ts';
import { RUN_MAIL, registrationMessages } from './registrations/registration-messages.ts';
import { registrationsRoutes } from './registrations/registrations.routes.ts';
import { registrationsStore } from './registrations/registrations.store.ts';

const HOUR_MS = 3_600_000;
const MATCH_EVERY_MS = 15_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

type Context = ServiceContext<VirtualRunConfig>;
type Deps = ReturnType<typeof createDeps>;

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { store, clock, ids, log, config } = context;
  const events = eventsStore(store);
  const registrations = registrationsStore(store);
  const drafts = draftsStore(store);
  const fees = feesStore(store);
  const gifts = giftsStore(store);
  const erasures = createErasureRecords(store);
  const { isErased } = erasures;
  const messages = registrationMessages({ events: context.events, ids });
  const limiter = context.rateLimiter({
    runWrite: { max: config.RUN_WRITES_PER_ADDRESS, windowMs: HOUR_MS },
    runLink: { max: config.RUN_LINKS_PER_PAGE, windowMs: 24 * HOUR_MS },
  });
  const erase = eraseRegistration({ registrations, drafts, messages });
  const settleDeps = { registrations, drafts, fees, events, messages, clock, ids, log, isErased, erase };
  return {
    ...{ events, registrations, drafts, fees, gifts, erasures, messages, limiter, settleDeps },
    settle: settleFee(settleDeps),
    erase,
    mailer: mailerOf(config),
    owned: { registrations, gifts, drafts },
  };
};

const addWorkers = ({ store, config, log }: Context, { registrations, mailer }: Deps): void => {
  const { RUN_SECRET: secret, PUBLIC_URL: publicUrl } = config;
  store.worker(RUN_MAIL, sendRunMail({ registrations, send: mailer?.send ?? null, secret, publicUrl, log }));
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof virtualRunApi> => {
  const { clock, ids, log, sessions, config, settings } = context;
  const { events, registrations, drafts, fees, gifts, messages, limiter, settleDeps } = deps;
  const { settle, erase, owned } = deps;
  const { RUN_SECRET: secret } = config;
  const { internalSecret } = settings;
  return {
    ...eventRoutes({ events, clock, ids }),
    ...registrationsRoutes({
      create: createDraft({ drafts, events, clock, ids, isErased: settleDeps.isErased }),
      register: register({ ...settleDeps, settle }),
      limiter,
      internalSecret,
    }),
    ...pagesRoutes({
      ...{ registrations, gifts, events, clock, ids },
      ...{ secret, limiter, internalSecret, erase },
    }),
    ...ledgerRoutes({ gifts, secret }),
    ...adminRoutes({
      ...{ registrations, events, fees, gifts, messages, settle, clock, ids },
      write: sheetWriter(registrationsSheet(config), { sdk: sheetsSdk, log }),
    }),
    getCounts: async () => {
      const [count, given] = await Promise.all([registrations.countCounted(), gifts.allOnPages()]);
      const raisedMinor = raisedOf(given);
      return { total: count, count, raisedMinor, raised: raisedMinor / 100 };
    },
    ...exportRoutes(owned),
    holdings: answerHoldings(sessions, ownsAnything(owned)),
  };
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { events, registrations, fees, gifts, erasures, messages, settle, erase, owned } = deps;
  const { isErased } = erasures;
  return [
    ...feesSubscribers(fees, settle),
    ...giftsSubscribers({ gifts, fees, registrations, events, messages, settle, isErased }),
    eraseOn(subscriptions['virtual-run.erase-runner'], context, {
      records: erasures,
      erasers: [eraseRunner({ ...owned, erase })],
    }),
    on(subscriptions['virtual-run.announce-registrations'], announceRegistrations(registrations, messages)),
  ];
};

const jobsOf = ({ clock }: Context, { registrations, drafts, fees, gifts, settle }: Deps): Job[] => {
  const { expireWords } = gifts;
  return [
    everyOnOne('add-sounds', HOUR_MS, registrations.addSounds),
    everyOnOne('match-fees', MATCH_EVERY_MS, matchFees({ fees, settle, clock }, DAY_MS)),
    everyOnOne('match-old-fees', HOUR_MS, matchFees({ fees, settle, clock }, YEAR_MS)),
    everyOnOne('expire-drafts', HOUR_MS, expireDrafts({ drafts, registrations, expireWords, clock })),
  ];
};

/** The virtual run: its event, registrations, pages of runners, and the gifts to them. */
export const virtualRun = defineService({
  name: 'virtual-run',
  config: VirtualRunConfig,
  refusedInProduction,
  build: (context) => {
    const { sessions, config, settings } = context;
    const deps = createDeps(context);
    const { events, fees, mailer } = deps;
    addWorkers(context, deps);
    return {
      connections: virtualRunConnections(config, settings.nodeEnv),
      apis: [mountApi(virtualRunApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(context, deps),
      start: async () => {
        sessions.requestSnapshot();
        if (!(await events.latest())) await events.add(firstEvent);
        if (settings.rebuildProjections)
          await requestSnapshot(context, paymentsSnapshotRequested, fees.model);
      },
      close: async () => mailer?.close(),
    };
  },
});
