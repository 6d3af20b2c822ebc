import { join } from 'node:path';
import {
  answerHoldings,
  defineService,
  every,
  mountApi,
  on,
  requestSnapshot,
  weakSecrets,
} from '@satrangi/chassis';
import { catalogSnapshotRequested, libraryApi, subscriptions } from '@satrangi/contracts';
import { accessRoutes } from './access/access.routes.ts';
import { accessStore } from './access/access.store.ts';
import { askStanding } from './access/ask-standing.ts';
import { forgetReader } from './access/forget-reader.ts';
import { grantAccess } from './access/grant-access.ts';
import { ownsAnything } from './access/owns-anything.ts';
import { revokeAccess } from './access/revoke-access.ts';
import { auditStore } from './audit/audit.store.ts';
import { LibraryConfig } from './config.ts';
import { copyRoutes } from './copies/copies.routes.ts';
import { copiesStore } from './copies/copies.store.ts';
import { openSeals } from './copies/seals.ts';
import { admit } from './delivery/admit.ts';
import { documentRoutes } from './delivery/documents.routes.ts';
import { openSource } from './delivery/file-source.ts';
import { openAnswers } from './delivery/open-answers.ts';
import { playedRoutes } from './delivery/played.routes.ts';
import { exportRoutes } from './export/export.routes.ts';
import { giftRoutes } from './gifts/gifts.routes.ts';
import { endLoans } from './gifts/take-back.ts';
import type { Media } from './media/media.rules.ts';
import { mediaStore } from './media/media.store.ts';
import { rememberMedia } from './media/remember-media.ts';
import { openPress } from './preview/press.ts';
import { previewRoutes } from './preview/preview.routes.ts';
import { openSamples } from './preview/samples.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { progressStore } from './progress/progress.store.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { ticketOffice } from './tickets/tickets.ts';

const TIDY_EVERY_MS = 6 * 60 * 60_000;
const LOANS_EVERY_MS = 60_000;

/** Who owns what, and how it is read. Grants come from payments and from admins. It never knows people. */
export const library = defineService({
  name: 'library',
  config: LibraryConfig,
  refusedInProduction: ({ TICKET_SECRET }) => weakSecrets({ TICKET_SECRET }),
  build: (kit) => {
    const { store, clock, events, ids, files, drive, live, log, config, settings, sessions, onStop } = kit;
    const access = accessStore(store);
    const media = mediaStore(store);
    const progress = progressStore(store);
    const ask = askStanding({ access, media, clock });
    const tickets = ticketOffice(config.TICKET_SECRET, clock);
    const cache = join(settings.dataDir, 'cache');
    const press = openPress({ folder: cache });
    const source = openSource({ files, drive, clock });
    const samples = openSamples({ press, files, folder: join(cache, 'samples'), clock, log });
    const seals = openSeals({ press, files, folder: join(cache, 'seals'), log });
    const warm = async (item: Media): Promise<void> => {
      await samples.warm(item);
      await seals.warm(item);
    };
    const tidy = async (): Promise<void> => {
      await samples.tidy(media.all());
      await seals.tidy(media.all());
    };
    const copies = copiesStore(store);
    const audit = auditStore(store, ids, log);
    const gifts = { access, media, audit, clock, events, ids };
    const open = openAnswers({ ask, sessions });
    onStop(live.hear((message, audience) => void open.hear(message, audience)));
    sessions.hear(open.endOf);
    const door = admit({ ask, tickets, sessions, open });

    return {
      apis: [
        mountApi(libraryApi, {
          ...accessRoutes({ access, progress, ask, clock }),
          ...ticketRoutes(ask, tickets),
          ...documentRoutes({ admit: door, source, copies, seals, clock, access }),
          ...playedRoutes({ admit: door, media, source }),
          ...previewRoutes(media, samples),
          ...progressRoutes({ ask, progress, access, media, clock }),
          ...giftRoutes(gifts),
          ...copyRoutes({ copies, audit, clock }),
          ...exportRoutes({ access, progress, copies }),
          holdings: answerHoldings(sessions, ownsAnything({ access, progress, copies })),
        }),
      ],
      subscriptions: [
        on(subscriptions['library.grant-access'], grantAccess({ access, media, clock, events, ids })),
        on(subscriptions['library.revoke-access'], revokeAccess({ access, clock, events })),
        on(subscriptions['library.remember-media'], rememberMedia({ media, access, warm })),
        on(
          subscriptions['library.forget-reader'],
          forgetReader({ access, progress, copies, audit, clock, events, ids }),
        ),
      ],
      jobs: [
        every('tidy-samples', TIDY_EVERY_MS, tidy),
        every('end-loans', LOANS_EVERY_MS, endLoans({ access, clock, events })),
      ],
      start: () => {
        kit.sessions.requestSnapshot();
        return requestSnapshot(kit, catalogSnapshotRequested, media.model);
      },
      close: press.close,
    };
  },
});
