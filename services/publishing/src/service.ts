import {
  answerHoldings,
  createErasureRecords,
  defineService,
  eraseOn,
  every,
  everyOnOne,
  type Job,
  type MountedApi,
  mailerOf,
  mountApi,
  on,
  openDriveFolder,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import { publishingApi, subscriptions } from '@satrangi/contracts';
import { driveFolderSettings, PublishingConfig, refusedInProduction } from './config.ts';
import { copyToDrive, DRIVE_COPY, DriveCopy } from './drive/copy-to-drive.ts';
import { clamdScanner } from './inspection/virus-scanner.ts';
import { eraseAuthor } from './privacy/erase-author.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { publishingConnections } from './providers/connections.ts';
import { driveSdk } from './providers/google.ts';
import { createReceipts } from './receipts/receipts.ts';
import { deletionsStore } from './submissions/deletions.store.ts';
import { verifiedEmailReader } from './submissions/list-mine.ts';
import { ReceivedMail, sendNews, sendReceived } from './submissions/send-mails.ts';
import { type Deps as SubmissionDeps, secretsOf } from './submissions/submissions.deps.ts';
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

type Context = ServiceContext<PublishingConfig>;
type Deps = ReturnType<typeof createDeps>;

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { store, clock, ids, log, events, config } = context;
  const uploads = uploadsStore(store);
  const submissions = submissionsStore(store);
  const erasures = createErasureRecords(store);
  const files = context.filesIn('manuscripts');
  const folder = openDriveFolder(driveFolderSettings(config), { sdk: driveSdk, log });
  const remove = removeUpload({ uploads, files, folder, clock });
  const limiter = context.rateLimiter({
    uploads: { max: config.UPLOADS_PER_HOUR, windowMs: HOUR_MS },
    submissions: { max: config.SUBMISSIONS_PER_HOUR, windowMs: HOUR_MS },
  });
  const mailer = mailerOf(config);
  const erase = eraseAuthor({ submissions, uploads });
  const submissionDeps: SubmissionDeps = {
    ...{ submissions, uploads, limiter, clock, ids, log, config },
    deletions: deletionsStore(store),
    removeUpload: remove,
    eraseIfDeleted: async (userId) => {
      if (await erasures.isErased(userId)) await erase(userId);
    },
    isCopiedToDrive: folder !== null,
    receipts: createReceipts(secretsOf(config)),
    newEvent: events.newEvent,
    send: mailer?.send ?? null,
  };
  return {
    ...{ uploads, submissions, erasures, erase, files, folder, remove, limiter, mailer, submissionDeps },
    resumable: resumableUploads(context),
    scan: config.CLAMD_URL ? clamdScanner(config.CLAMD_URL, log) : null,
    /** The number of the submission of an upload; null without one. */
    nameOf: async (uploadId: string): Promise<string | null> =>
      (await submissions.ofUploads([uploadId]))[0]?.number ?? null,
  };
};

const addWorkers = ({ store, clock }: Context, deps: Deps): void => {
  const { uploads, files, folder, nameOf, scan, submissionDeps } = deps;
  const received = sendReceived(submissionDeps);
  store.worker(RECEIVED_MAIL, (data) => received(ReceivedMail.parse(data)));
  if (!folder) return;
  const copy = copyToDrive({ uploads, files, folder, nameOf, clock, isScanned: scan !== null });
  store.worker(DRIVE_COPY, (data) => copy(DriveCopy.parse(data)));
};

const apiOf = (context: Context, deps: Deps): MountedApi => {
  const { clock, ids, config, settings, sessions } = context;
  const { uploads, files, resumable, limiter, scan, nameOf, submissionDeps } = deps;
  const { internalSecret, identityUrl } = settings;
  const { handlers, guards } = uploadRoutes({
    ...{ uploads, files, resumable, limiter, clock, ids, config, internalSecret },
    scan,
    nameOf,
    eraseIfDeleted: submissionDeps.eraseIfDeleted,
  });
  return mountApi(
    publishingApi,
    {
      ...handlers,
      ...authorRoutes({ ...submissionDeps, internalSecret, readEmail: verifiedEmailReader(identityUrl) }),
      ...deskRoutes(submissionDeps),
      ...exportRoutes(submissionDeps),
      holdings: answerHoldings(sessions, ownsAnything(submissionDeps)),
    },
    guards,
  );
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { erasures, erase, submissionDeps } = deps;
  return [
    on(subscriptions['publishing.record-item'], recordItem(submissionDeps)),
    eraseOn(subscriptions['publishing.erase-author'], context, {
      records: erasures,
      erasers: [erase],
    }),
  ];
};

const jobsOf = ({ clock, settings }: Context, deps: Deps): Job[] => {
  const { submissions, uploads, files, remove, resumable, scan, submissionDeps } = deps;
  const { dataDir } = settings;
  const sweep = sweepUploads({
    ...{ uploads, submissions, files, clock, dataDir },
    removeUpload: remove,
    resumable,
  });
  return [
    everyOnOne('send-news', NEWS_EVERY_MS, sendNews(submissionDeps)),
    every('sweep-uploads', SWEEP_EVERY_MS, sweep),
    every('scan-again', SCAN_AGAIN_EVERY_MS, scanAgain({ uploads, files, scan, clock })),
    everyOnOne('add-sounds', SWEEP_EVERY_MS, submissions.addSounds),
    every('sweep-submissions', SWEEP_EVERY_MS, sweepSubmissions(submissionDeps)),
  ];
};

/** Manuscripts of authors: upload, submission, review, and what authors see of it. */
export const publishing = defineService({
  name: 'publishing',
  config: PublishingConfig,
  refusedInProduction,
  build: (context) => {
    const { config, settings, sessions } = context;
    const deps = createDeps(context);
    addWorkers(context, deps);
    return {
      connections: publishingConnections(config, settings.nodeEnv),
      apis: [apiOf(context, deps)],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(context, deps),
      start: async () => sessions.requestSnapshot(),
      close: async () => deps.mailer?.close(),
    };
  },
});
