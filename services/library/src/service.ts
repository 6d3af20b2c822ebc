import { join } from 'node:path';
import {
  answerHoldings,
  createEraser,
  createErasureRecords,
  defineService,
  driveConnection,
  every,
  everyOnOne,
  mountApi,
  on,
  requestSnapshot,
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
import { createWatermarks } from './copies/watermarks.ts';
import { authorizeDelivery } from './delivery/authorize-delivery.ts';
import { documentRoutes } from './delivery/documents.routes.ts';
import { createFileSource } from './delivery/file-source.ts';
import { createOpenResponses } from './delivery/open-responses.ts';
import { streamRoutes } from './delivery/streams.routes.ts';
import { resolveEntitlement } from './entitlement/resolve-entitlement.ts';
import { entryRoutes } from './entries/entries.routes.ts';
import { giftRoutes } from './gifts/gifts.routes.ts';
import { endLoans } from './gifts/revoke-gift.ts';
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
import { openRenderWorker } from './render-worker/render-worker.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { createTickets } from './tickets/tickets.ts';

const TIDY_EVERY_MS = 6 * 60 * 60_000;
const LOANS_EVERY_MS = 60_000;

/** Ownership and delivery of items. Grants come from payments and from admins. It stores user ids, no personal data. */
export const library = defineService({
  name: 'library',
  config: LibraryConfig,
  refusedInProduction: ({ TICKET_SECRET }) => weakSecrets({ TICKET_SECRET }),
  build: (context) => {
    const { store, clock, events, ids, files, drive, live, log, config, settings, sessions, onStop } =
      context;
    const access = accessStore(store);
    const media = mediaStore(store);
    const progress = progressStore(store);
    const copies = copiesStore(store);
    const audit = auditStore(store, ids, log);
    const erasures = createErasureRecords(store, { collection: 'forgotten_readers', now: clock.now });
    const { isErased, isErasedBatched } = erasures;

    const cache = join(settings.dataDir, 'cache');
    const renderWorker = openRenderWorker({ folder: cache });
    const samples = createSamples({ renderWorker, files, folder: join(cache, 'samples'), clock, log });
    const stored = context.filesIn('cache/seals');
    const watermarks = createWatermarks({
      renderWorker,
      files,
      stored,
      folder: join(cache, 'rendered'),
      log,
    });
    const completeGrants = (item: Media) => access.fillSnapshot(item._id, snapshotOf(item));
    const warm = async (item: Media): Promise<void> => {
      await samples.warm(item);
      await watermarks.warm(item);
    };
    const tidy = async (): Promise<void> => {
      await samples.tidy(media.all());
      await watermarks.tidy(media.all());
    };

    const entitlement = resolveEntitlement({ access, media, clock });
    const tickets = createTickets(config.TICKET_SECRET, clock);
    const source = createFileSource({ files, drive, clock });
    const openResponses = createOpenResponses({ resolveEntitlement: entitlement, sessions });
    onStop(live.subscribe((message, audience) => void openResponses.onLiveMessage(message, audience)));
    sessions.onChange(openResponses.closeRevoked);
    const authorize = authorizeDelivery({
      resolveEntitlement: entitlement,
      tickets,
      sessions,
      openResponses,
    });
    const documents = { authorizeDelivery: authorize, source, copies, watermarks, clock, isErased };
    const reading = { resolveEntitlement: entitlement, progress, access, media, clock, isErased };
    const gifts = { access, media, audit, clock, events, ids, isErased };

    return {
      connections: [driveConnection(settings.google, 'Files that readers open')],
      apis: [
        mountApi(libraryApi, {
          ...entryRoutes(reading),
          ...ticketRoutes(entitlement, tickets),
          ...documentRoutes(documents),
          ...streamRoutes({ authorizeDelivery: authorize, media, source }),
          ...previewRoutes(media, samples),
          ...progressRoutes(reading),
          ...giftRoutes(gifts),
          ...copyRoutes({ copies, audit, clock }),
          ...exportRoutes({ access, progress, copies }),
          holdings: answerHoldings(sessions, ownsAnything({ access, progress, copies })),
        }),
      ],
      subscriptions: [
        on(
          subscriptions['library.grant-access'],
          grantAccess({ access, media, clock, events, ids, isErased, isErasedBatched }),
        ),
        on(subscriptions['library.revoke-access'], revokeAccess({ access, clock, events, isErased })),
        on(subscriptions['library.remember-media'], projectMedia({ media, completeGrants, warm })),
        on(
          subscriptions['library.forget-reader'],
          createEraser(context, {
            service: 'library',
            records: erasures,
            erasers: [eraseReader({ access, progress, copies, audit })],
          }),
        ),
      ],
      jobs: [
        every('tidy-samples', TIDY_EVERY_MS, tidy),
        everyOnOne('end-loans', LOANS_EVERY_MS, endLoans({ access, clock, events })),
      ],
      start: () => {
        context.sessions.requestSnapshot();
        return requestSnapshot(context, catalogSnapshotRequested, media.model);
      },
      close: renderWorker.close,
    };
  },
});
