import {
  answerHoldings,
  createEraser,
  createErasureRecords,
  defineService,
  every,
  everyOnOne,
  mountApi,
  on,
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
import { sweepDeleted } from './sections/delete-section.ts';
import { pagesStore } from './sections/pages.store.ts';
import { sectionRoutes } from './sections/sections.routes.ts';
import { sectionsStore } from './sections/sections.store.ts';
import { sweepTexts } from './texts/sweep-texts.ts';
import { textsStore } from './texts/texts.store.ts';

const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;

/** Texts of the site that editors change without a release, blog posts, and the newsletter. */
export const cms = defineService({
  name: 'cms',
  config: CmsConfig,
  refusedInProduction,
  build: (context) => {
    const { store, clock, ids, events, sessions, config } = context;
    const { DEPLOY_HOOK_URL } = config;
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
    const letters = createLetters(context, { subscribers, texts });
    const held = {
      sections,
      snapshots,
      blogs,
      subscribers,
      images,
      letters: letters.letters,
      sends: letters.sends,
    };
    const erasers = [
      eraseEditor(sections, blogs),
      snapshots.eraseEditor,
      images.eraseEditor,
      letters.letters.eraseEditor,
      letters.sends.eraseEditor,
      eraseSubscriber(subscribers, newsletter.end),
    ];
    const imageDeps = { images, clock, ids, files: context.files, ownFiles: context.ownFiles };
    const blogDeps = { blogs, texts, images, clock, ids, newEvent };
    const google = fetchGoogle(config.GOOGLE_BASE_URL, { maxBytes: DOCUMENT_MAX_BYTES });
    const document = readDocument({
      google,
      drive: context.drive,
      storeImage: storeImage(imageDeps),
    });
    const sectionDeps = { sections, texts, pages, clock, ids, newEvent };

    if (DEPLOY_HOOK_URL) {
      const callHook = callDeployHook({ url: DEPLOY_HOOK_URL, snapshots, clock });
      store.worker(DEPLOY_HOOK, (data) => callHook(DeployHook.parse(data)));
    }

    return {
      connections: cmsConnections(config, context.settings, google),
      apis: [
        mountApi(cmsApi, {
          ...sectionRoutes(sectionDeps),
          ...deployRoutes({
            deploy: deployContent({
              sections,
              snapshots,
              clock,
              newEvent,
              hasHook: DEPLOY_HOOK_URL !== undefined,
            }),
            restore: restoreSnapshot({ ...sectionDeps, snapshots }),
            snapshots,
          }),
          ...blogRoutes(blogDeps),
          ...newsletter.routes,
          ...letters.routes,
          ...imageRoutes(imageDeps),
          ...importRoutes({ read: document, blogs: blogDeps, letters: letters.deps }),
          ...exportRoutes(held),
          holdings: answerHoldings(sessions, ownsAnything(held)),
        }),
      ],
      subscriptions: [
        on(
          subscriptions['cms.erase-reader'],
          createEraser(context, { service: 'cms', records: erasures, erasers }),
        ),
      ],
      jobs: [
        ...letters.jobs,
        everyOnOne('sweep-deleted', config.SWEEP_EVERY_MS, sweepDeleted(sections, clock)),
        everyOnOne(
          'sweep-texts',
          config.SWEEP_EVERY_MS,
          sweepTexts({
            texts,
            clock,
            referencedBy: [
              sections.referenced,
              snapshots.referenced,
              blogs.referenced,
              letters.letters.referenced,
              letters.sends.referenced,
            ],
          }),
        ),
        every(
          'sweep-images',
          config.SWEEP_EVERY_MS,
          sweepImages({
            images,
            clock,
            ownFiles: context.ownFiles,
            prepare: texts.listImages,
            usedIn: [texts.imagesUsed, blogs.imagesUsed],
          }),
        ),
      ],
      start: async () => sessions.requestSnapshot(),
      close: async () => {
        await letters.close();
        await newsletter.close();
      },
    };
  },
});
