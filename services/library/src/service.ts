import { join } from 'node:path';
import { defineService, every, mountApi, on, requestSnapshot } from '@satrangi/chassis';
import { catalogSnapshotRequested, libraryApi, subscriptions } from '@satrangi/contracts';
import { accessRoutes } from './access/access.routes.ts';
import { accessStore } from './access/access.store.ts';
import { askStanding } from './access/ask-standing.ts';
import { forgetReader } from './access/forget-reader.ts';
import { grantAccess } from './access/grant-access.ts';
import { revokeAccess } from './access/revoke-access.ts';
import { LibraryConfig } from './config.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { mediaStore } from './media/media.store.ts';
import { rememberMedia } from './media/remember-media.ts';
import { openPress } from './preview/press.ts';
import { previewRoutes } from './preview/preview.routes.ts';
import { openSamples } from './preview/samples.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { progressStore } from './progress/progress.store.ts';
import { ticketOffice } from './tickets/tickets.ts';

const TIDY_EVERY_MS = 6 * 60 * 60_000;

/** Who owns what, and how it is read. Grants come from payments; nobody else writes here. It never knows people. */
export const library = defineService({
  name: 'library',
  config: LibraryConfig,
  build: (kit) => {
    const { store, clock, events, ids, files, log, config, settings } = kit;
    const access = accessStore(store);
    const media = mediaStore(store);
    const progress = progressStore(store);
    const ask = askStanding({ access, media, clock });
    const tickets = ticketOffice(config.TICKET_SECRET, clock);
    const folder = join(settings.dataDir, 'cache', 'samples');
    const press = openPress({ folder });
    const samples = openSamples({
      press,
      files,
      folder,
      clock,
      log,
    });
    const warm = samples.warm;

    return {
      apis: [
        mountApi(libraryApi, {
          ...accessRoutes({ access, progress, ask, clock }),
          ...deliveryRoutes(ask, tickets, files),
          ...previewRoutes(media, samples),
          ...progressRoutes({ ask, progress, access, clock }),
        }),
      ],
      subscriptions: [
        on(subscriptions['library.grant-access'], grantAccess({ access, media, clock, events, ids })),
        on(subscriptions['library.revoke-access'], revokeAccess({ access, clock })),
        on(subscriptions['library.remember-media'], rememberMedia({ media, access, warm })),
        on(subscriptions['library.forget-reader'], forgetReader({ access, progress, clock })),
      ],
      jobs: [every('tidy-samples', TIDY_EVERY_MS, () => samples.tidy(media.all()))],
      start: () => requestSnapshot(kit, catalogSnapshotRequested, media.model),
      close: press.close,
    };
  },
});
