import {
  answerHoldings,
  createErasureRecords,
  defineService,
  eraseOn,
  every,
  everyOnOne,
  type Handlers,
  type Job,
  mountApi,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import { cmsApi, subscriptions } from '@satrangi/contracts';
import { blogRoutes } from './blogs/blogs.routes.ts';
import { blogsStore } from './blogs/blogs.store.ts';
import { CmsConfig, refusedInProduction } from './config.ts';
import { deployRoutes } from './deploy/deploy.routes.ts';
import { deployContent } from './deploy/deploy-content.ts';
import { callDeployHook, DEPLOY_HOOK, DeployHook } from './deploy/deploy-hook.ts';
import { restoreSnapshot } from './deploy/restore-snapshot.ts';
import { snapshotsStore } from './deploy/snapshots.store.ts';
import { imageRoutes } from './images/images.routes.ts';
import { imagesStore } from './images/images.store.ts';
import { storeImage } from './images/store-image.ts';
import { sweepImages } from './images/sweep-images.ts';
import { fetchGoogle } from './imports/fetch-google.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { readDocument } from './imports/read-document.ts';
import { createLetters } from './letters/letters.ts';
import { createNewsletter } from './newsletter/newsletter.ts';
import { eraseEditor } from './privacy/erase-editor.ts';
import { eraseSubscriber } from './privacy/erase-subscriber.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { cmsConnections } from './providers/connections.ts';
import { driveSdk } from './providers/google.ts';
import { sweepDeleted } from './sections/delete-section.ts';
import { pagesStore } from './sections/pages.store.ts';
import { sectionRoutes } from './sections/sections.routes.ts';
import { sectionsStore } from './sections/sections.store.ts';
import { sweepTexts } from './texts/sweep-texts.ts';
import { textsStore } from './texts/texts.store.ts';

const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;

type Context = ServiceContext<CmsConfig>;
type Deps = ReturnType<typeof createDeps>;

/** Stores and use cases. */
const createDeps = (context: Context) => {
  const { store, clock, ids, events, config, files, ownFiles } = context;
  const { newEvent } = events;
  const images = imagesStore(store, clock);
  const texts = textsStore(store, clock, images.use);
  const sections = sectionsStore(store);
  const pages = pagesStore(store);
  const snapshots = snapshotsStore(store);
  const blogs = blogsStore(store);
  const erasures = createErasureRecords(store);
  const newsletter = createNewsletter(context, erasures.isErased);
  const { subscribers } = newsletter;
  return {
    ...{ images, texts, sections, snapshots, blogs, erasures, newsletter, subscribers },
    letters: createLetters(context, { subscribers, texts, images }),
    google: fetchGoogle(config.GOOGLE_BASE_URL, { maxBytes: DOCUMENT_MAX_BYTES }),
    imageDeps: { images, clock, ids, files, ownFiles },
    blogDeps: { blogs, texts, images, clock, ids, newEvent },
    sectionDeps: { sections, texts, pages, clock, ids, newEvent },
  };
};

const addWorkers = ({ store, clock, config }: Context, { snapshots }: Deps): void => {
  const { DEPLOY_HOOK_URL: url } = config;
  if (!url) return;
  const callHook = callDeployHook({ url, snapshots, clock });
  store.worker(DEPLOY_HOOK, (data) => callHook(DeployHook.parse(data)));
};

const handlersOf = (context: Context, deps: Deps): Handlers<typeof cmsApi> => {
  const { clock, events, sessions, config, drive } = context;
  const { sections, snapshots, blogs, subscribers, images, newsletter, letters } = deps;
  const { imageDeps, blogDeps, sectionDeps, google } = deps;
  const held = {
    ...{ sections, snapshots, blogs, subscribers, images },
    letters: letters.letters,
    sends: letters.sends,
  };
  return {
    ...sectionRoutes(sectionDeps),
    ...deployRoutes({
      deploy: deployContent({
        sections,
        snapshots,
        clock,
        newEvent: events.newEvent,
        hasHook: config.DEPLOY_HOOK_URL !== undefined,
      }),
      restore: restoreSnapshot({ ...sectionDeps, snapshots }),
      snapshots,
    }),
    ...blogRoutes(blogDeps),
    ...newsletter.routes,
    ...letters.routes,
    ...imageRoutes(imageDeps),
    ...importRoutes({
      read: readDocument({ google, drive, storeImage: storeImage(imageDeps) }),
      blogs: blogDeps,
      letters: letters.deps,
    }),
    ...exportRoutes(held),
    holdings: answerHoldings(sessions, ownsAnything(held)),
  };
};

const subscriptionsOf = (context: Context, deps: Deps): Subscription[] => {
  const { sections, snapshots, blogs, subscribers, images, newsletter, letters, erasures } = deps;
  const erasers = [
    eraseEditor(sections, blogs),
    snapshots.eraseEditor,
    images.eraseEditor,
    letters.letters.eraseEditor,
    letters.sends.eraseEditor,
    eraseSubscriber(subscribers, newsletter.end),
  ];
  return [eraseOn(subscriptions['cms.erase-reader'], context, { records: erasures, erasers })];
};

const jobsOf = ({ clock, ownFiles, config }: Context, deps: Deps): Job[] => {
  const { sections, snapshots, blogs, texts, images, letters } = deps;
  const { SWEEP_EVERY_MS } = config;
  const referencedBy = [
    sections.referenced,
    snapshots.referenced,
    blogs.referenced,
    letters.letters.referenced,
    letters.sends.referenced,
  ];
  return [
    ...letters.jobs,
    everyOnOne('sweep-deleted', SWEEP_EVERY_MS, sweepDeleted(sections, clock)),
    everyOnOne('sweep-texts', SWEEP_EVERY_MS, sweepTexts({ texts, clock, referencedBy })),
    every(
      'sweep-images',
      SWEEP_EVERY_MS,
      sweepImages({
        images,
        clock,
        ownFiles,
        prepare: texts.listImages,
        usedIn: [texts.imagesUsed, blogs.imagesUsed],
      }),
    ),
  ];
};

/** Texts of the site that editors change without a release, blog posts, and the newsletter. */
export const cms = defineService({
  name: 'cms',
  config: CmsConfig,
  driveSdk,
  refusedInProduction,
  build: (context) => {
    const deps = createDeps(context);
    addWorkers(context, deps);
    return {
      connections: cmsConnections(context.config, context.settings, deps.google),
      apis: [mountApi(cmsApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(context, deps),
      jobs: jobsOf(context, deps),
      start: async () => context.sessions.requestSnapshot(),
      close: async () => {
        await deps.letters.close();
        await deps.newsletter.close();
      },
    };
  },
});
