import {
  answerHoldings,
  createEraser,
  createErasureRecords,
  createRateLimiter,
  defineService,
  every,
  everyOnOne,
  mountApi,
  on,
  openDriveFolder,
  smtpMailer,
} from '@satrangi/chassis';
import { publishingApi, subscriptions } from '@satrangi/contracts';
import { driveFolderSettings, PublishingConfig, refusedInProduction } from './config.ts';
import { copyToDrive, DRIVE_COPY, DriveCopy } from './drive/copy-to-drive.ts';
import { clamdScanner } from './inspection/virus-scanner.ts';
import { eraseAuthor } from './privacy/erase-author.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { publishingConnections } from './providers/connections.ts';
import { createReceipts } from './receipts/receipts.ts';
import { deletionsStore } from './submissions/deletions.store.ts';
import { verifiedEmailReader } from './submissions/list-mine.ts';
import { ReceivedMail, sendNews, sendReceived } from './submissions/send-mails.ts';
import { type Deps, secretsOf } from './submissions/submissions.deps.ts';
import { authorRoutes, deskRoutes } from './submissions/submissions.routes.ts';
import { submissionsStore } from './submissions/submissions.store.ts';
import { recordItem } from './submissions/submissions.subscribers.ts';
import { RECEIVED_MAIL } from './submissions/submit.ts';
import { sweepSubmissions } from './submissions/sweep-submissions.ts';
import { removeUpload } from './uploads/remove-upload.ts';
import { resumableUploads } from './uploads/resumable-uploads.ts';
import { scanAgain } from './uploads/scan-again.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';
import { uploadsStore } from './uploads/uploads.store.ts';

const HOUR_MS = 3_600_000;
const SWEEP_EVERY_MS = HOUR_MS / 2;
const NEWS_EVERY_MS = 10_000;
const SCAN_AGAIN_EVERY_MS = 60_000;

/** Manuscripts of authors: upload, submission, review, and what authors see of it. */
export const publishing = defineService({
  name: 'publishing',
  config: PublishingConfig,
  refusedInProduction,
  build: (context) => {
    const { store, clock, ids, log, events, sessions, settings, config } = context;
    const { SMTP_URL, MAIL_FROM, PUBLIC_URL, UPLOADS_PER_HOUR, SUBMISSIONS_PER_HOUR } = config;
    const mailer = SMTP_URL
      ? smtpMailer(SMTP_URL, MAIL_FROM || `no-reply@${new URL(PUBLIC_URL).hostname}`)
      : null;
    const uploads = uploadsStore(store);
    const submissions = submissionsStore(store);
    const files = context.filesIn('manuscripts');
    const resumable = resumableUploads(context);
    const folder = openDriveFolder(driveFolderSettings(config), log);
    const remove = removeUpload({ uploads, files, folder, clock });
    const limiter = createRateLimiter({
      store,
      clock,
      secret: settings.internalSecret,
      limits: {
        uploads: { max: UPLOADS_PER_HOUR, windowMs: HOUR_MS },
        submissions: { max: SUBMISSIONS_PER_HOUR, windowMs: HOUR_MS },
      },
    });
    const { internalSecret, identityUrl, dataDir } = settings;
    const deps: Deps = {
      ...{ submissions, uploads, limiter, clock, ids, log, config },
      deletions: deletionsStore(store),
      removeUpload: remove,
      isCopiedToDrive: folder !== null,
      receipts: createReceipts(secretsOf(config)),
      newEvent: events.newEvent,
      send: mailer?.send ?? null,
    };
    const scan = config.CLAMD_URL ? clamdScanner(config.CLAMD_URL, log) : null;
    const nameOf = async (uploadId: string): Promise<string | null> =>
      (await submissions.ofUploads([uploadId]))[0]?.number ?? null;
    const { handlers, guards } = uploadRoutes({
      ...{ uploads, files, resumable, limiter, clock, ids, config, internalSecret },
      scan,
      nameOf,
    });
    const received = sendReceived(deps);
    store.worker(RECEIVED_MAIL, (data) => received(ReceivedMail.parse(data)));
    if (folder) {
      const copy = copyToDrive({ uploads, files, folder, nameOf, clock, isScanned: scan !== null });
      store.worker(DRIVE_COPY, (data) => copy(DriveCopy.parse(data)));
    }

    return {
      connections: publishingConnections(config, settings.nodeEnv),
      apis: [
        mountApi(
          publishingApi,
          {
            ...handlers,
            ...authorRoutes({ ...deps, internalSecret, readEmail: verifiedEmailReader(identityUrl) }),
            ...deskRoutes(deps),
            ...exportRoutes(deps),
            holdings: answerHoldings(sessions, ownsAnything(deps)),
          },
          guards,
        ),
      ],
      subscriptions: [
        on(subscriptions['publishing.record-item'], recordItem(deps)),
        on(
          subscriptions['publishing.erase-author'],
          createEraser(context, {
            service: 'publishing',
            records: createErasureRecords(store),
            erasers: [eraseAuthor({ submissions, uploads })],
          }),
        ),
      ],
      jobs: [
        everyOnOne('send-news', NEWS_EVERY_MS, sendNews(deps)),
        every(
          'sweep-uploads',
          SWEEP_EVERY_MS,
          sweepUploads({
            ...{ uploads, submissions, files, clock, dataDir },
            removeUpload: remove,
            resumable,
          }),
        ),
        every('scan-again', SCAN_AGAIN_EVERY_MS, scanAgain({ uploads, files, scan, clock })),
        everyOnOne('add-sounds', SWEEP_EVERY_MS, submissions.addSounds),
        every('sweep-submissions', SWEEP_EVERY_MS, sweepSubmissions(deps)),
      ],
      start: async () => sessions.requestSnapshot(),
      close: async () => mailer?.close(),
    };
  },
});
