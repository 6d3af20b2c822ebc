import { join } from 'node:path';
import {
  answerHoldings,
  createErasureRecords,
  defineService,
  driveConnection,
  eraseOn,
  every,
  everyOnOne,
  type Handlers,
  type Job,
  mountApi,
  on,
  requestSnapshot,
  type ServiceContext,
  type Subscription,
  weakSecrets,
} from '@satrangi/chassis';
import { catalogSnapshotRequested, libraryApi, subscriptions } from '@satrangi/contracts';
import { accessStore } from './access/access.store.ts';
import { grantAccess } from './access/grant-access.ts';
import { snapshotOf } from './access/owned-snapshot.rules.ts';
import { revokeAccess } from './access/revoke-access.ts';
import { auditStore } from './audit/audit.store.ts';
import { LibraryConfig } from './config.ts';
import { copyRoutes } from './copies/copies.routes.ts';
import { copiesStore } from './copies/copies.store.ts';
import { createEpubCopies } from './copies/epub-copies.ts';
import { createWatermarks } from './copies/watermarks.ts';
import { authorizeDelivery } from './delivery/authorize-delivery.ts';
import { clipRoutes } from './delivery/clips.routes.ts';
import { documentRoutes } from './delivery/documents.routes.ts';
import { createFileSource } from './delivery/file-source.ts';
import { createOpenResponses } from './delivery/open-responses.ts';
import { streamRoutes } from './delivery/streams.routes.ts';
import { resolveEntitlement } from './entitlement/resolve-entitlement.ts';
import { entryRoutes } from './entries/entries.routes.ts';
import { giftRoutes } from './gifts/gifts.routes.ts';
import { endLoans } from './gifts/revoke-gift.ts';
import { marksRoutes } from './marks/marks.routes.ts';
import { marksStore } from './marks/marks.store.ts';
import type { Media } from './media/media.rules.ts';
import { mediaStore } from './media/media.store.ts';
import { projectMedia } from './media/project-media.ts';
import { previewRoutes } from './preview/preview.routes.ts';
import { createSamples } from './preview/samples.ts';
import { eraseReader } from './privacy/erase-reader.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { progressStore } from './progress/progress.store.ts';
import { driveSdk } from './providers/google.ts';
import { openRenderWorker } from './render-worker/render-worker.ts';
import { savedRoutes } from './saved/saved.routes.ts';
import { savedStore } from './saved/saved.store.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { createTickets } from './tickets/tickets.ts';

const TIDY_EVERY_MS = 6 * 60 * 60_000;
const LOANS_EVERY_MS = 60_000;

type Context = ServiceContext<LibraryConfig>;
type Deps = ReturnType<typeof createDeps>;

const createStores = ({ store, clock, ids, log }: Context) => {
  const erasures = createErasureRecords(store, { collection: 'forgotten_readers', now: clock.now });
  return {
    access: accessStore(store),
    media: mediaStore(store),
    progress: progressStore(store),
    copies: copiesStore(store),
    saved: savedStore(store),
    marks: marksStore(store),
    audit: auditStore(store, { ids, log, isErased: erasures.isErased }),
    erasures,
  };
};

/** Samples and watermarked pages of documents, which a confined process draws. */
const createRendering = ({ settings, files, filesIn, clock, log }: Context) => {
  const cache = join(settings.dataDir, 'cache');
  const renderWorker = openRenderWorker({ folder: cache });
  return {
    renderWorker,
    samples: createSamples({ renderWorker, files, folder: join(cache, 'samples'), clock, log }),
    epubCopies: createEpubCopies({ renderWorker, files, folder: join(cache, 'epubs'), log }),
    watermarks: createWatermarks({
      renderWorker,
      files,
      stored: filesIn('cache/seals'),
      folder: join(cache, 'rendered'),
      log,
    }),
  };
};

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { clock, files, drive, config, sessions } = context;
  const stores = createStores(context);
  const { access, media } = stores;
  const entitlement = resolveEntitlement({ access, media, clock });
  const tickets = createTickets(config.TICKET_SECRET, clock);
  const openResponses = createOpenResponses({ resolveEntitlement: entitlement, sessions });
  return {
    ...stores,
    ...createRendering(context),
    ...{ entitlement, tickets, openResponses },
    source: createFileSource({ files, drive, clock }),
    authorize: authorizeDelivery({
      resolveEntitlement: entitlement,
      tickets,
      sessions,
      openResponses,
    }),
  };
};

/** Ends responses whose reader may not read any more. */
const followRevocations = ({ live, sessions, onStop }: Context, { openResponses }: Deps): void => {
  onStop(live.subscribe((message, audience) => void openResponses.onLiveMessage(message, audience)));
  sessions.onChange(openResponses.closeRevoked);
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof libraryApi> => {
  const { clock, events, ids, sessions } = context;
  const { access, media, progress, copies, saved, marks, audit, samples, watermarks, epubCopies, source } =
    deps;
  const { authorize, entitlement, tickets } = deps;
  const { isErased } = deps.erasures;
  const reading = { resolveEntitlement: entitlement, progress, access, media, clock, isErased };
  const held = { access, progress, copies, saved, marks };
  return {
    ...entryRoutes(reading),
    ...ticketRoutes(entitlement, tickets),
    ...documentRoutes({
      authorizeDelivery: authorize,
      source,
      copies,
      watermarks,
      epubCopies,
      clock,
      isErased,
    }),
    ...streamRoutes({ authorizeDelivery: authorize, source }),
    ...clipRoutes(media, source),
    ...previewRoutes(media, samples),
    ...progressRoutes(reading),
    ...giftRoutes({ access, media, audit, clock, events, ids, isErased }),
    ...copyRoutes({ copies, audit, clock }),
    ...savedRoutes({ saved, ...reading }),
    ...marksRoutes({ marks, ...reading }),
    ...exportRoutes(held),
    holdings: answerHoldings(sessions, ownsAnything(held)),
  };
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { clock, events, ids } = context;
  const { access, media, progress, copies, saved, marks, audit, erasures } = deps;
  const { isErased } = erasures;
  const completeGrants = (item: Media) => access.fillSnapshot(item._id, snapshotOf(item));
  const warm = async (item: Media): Promise<void> => {
    await deps.samples.warm(item);
    await deps.watermarks.warm(item);
  };
  const grant = grantAccess({ access, media, clock, events, ids, isErased });
  const revoke = revokeAccess({ access, clock, events, isErased });
  return [
    on(subscriptions['library.grant-access'], grant),
    on(subscriptions['library.revoke-access'], revoke),
    on(subscriptions['library.grant-gift'], grant),
    on(subscriptions['library.revoke-gift'], revoke),
    on(subscriptions['library.remember-media'], projectMedia({ media, completeGrants, warm })),
    eraseOn(subscriptions['library.forget-reader'], context, {
      records: erasures,
      erasers: [eraseReader({ access, progress, copies, saved, marks, audit })],
    }),
  ];
};

const jobsOf = (
  { clock, events }: Context,
  { access, media, samples, watermarks, epubCopies }: Deps,
): Job[] => {
  const tidy = async (): Promise<void> => {
    await samples.tidy(media.all());
    await watermarks.tidy(media.all());
    await epubCopies.tidy();
  };
  return [
    every('tidy-samples', TIDY_EVERY_MS, tidy),
    everyOnOne('end-loans', LOANS_EVERY_MS, endLoans({ access, clock, events })),
  ];
};

/** Ownership and delivery of items. Grants come from payments and from admins. It stores user ids, no personal data. */
export const library = defineService({
  name: 'library',
  config: LibraryConfig,
  driveSdk,
  refusedInProduction: ({ TICKET_SECRET }) => weakSecrets({ TICKET_SECRET }),
  build: (context) => {
    const { google } = context.settings;
    const deps = createDeps(context);
    followRevocations(context, deps);
    return {
      connections: [driveConnection(google, { purpose: 'Files that readers open', sdk: driveSdk })],
      apis: [mountApi(libraryApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(context, deps),
      start: () => {
        context.sessions.requestSnapshot();
        return requestSnapshot(context, catalogSnapshotRequested, deps.media.model);
      },
      close: deps.renderWorker.close,
    };
  },
});
