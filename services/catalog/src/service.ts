import {
  answerHoldings,
  defineService,
  driveConnection,
  every,
  type Handlers,
  type Job,
  mountApi,
  on,
  type ServiceContext,
  type Subscription,
} from '@satrangi/chassis';
import { catalogApi, subscriptions } from '@satrangi/contracts';
import { z } from 'zod';
import { createCatalogIndex } from './catalog-index/read-model.ts';
import { curatedRoutes } from './curated/curated.routes.ts';
import { curatedStore } from './curated/curated.store.ts';
import { createCuratedIndex, createCuratedSync } from './curated/curated-index.ts';
import { driveRoutes } from './drive/drive.routes.ts';
import { inspectDriveFile } from './drive/inspect-drive-file.ts';
import { changeMedia } from './media/change-media.ts';
import { INSPECT_DRIVE_FILE, InspectDriveFile } from './media/drive-file-work.ts';
import { featuredStore } from './media/featured.store.ts';
import { createIndexSync } from './media/index-sync.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { mediaStore } from './media/media.store.ts';
import { republishMedia } from './media/republish-media.ts';
import { aboutRoutes } from './people/about.routes.ts';
import { aboutStore } from './people/about.store.ts';
import { createAboutIndex, createAboutSync } from './people/about-index.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { openImageRenderer } from './preview-images/image-renderer.ts';
import { previewImageRoutes } from './preview-images/preview-images.routes.ts';
import { createPreviewImages } from './preview-images/preview-images.ts';
import { eraseReviewer } from './privacy/erase-reviewer.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
import { driveSdk } from './providers/google.ts';
import { createIdentityClient } from './reviews/identity-client.ts';
import { recountRating } from './reviews/recount-rating.ts';
import { refreshReviewers } from './reviews/refresh-reviewers.ts';
import { reviewersStore } from './reviews/reviewers.store.ts';
import { reviewsRoutes } from './reviews/reviews.routes.ts';
import { RECOUNT, Recount, reviewsStore } from './reviews/reviews.store.ts';
import { reviewsSubscribers } from './reviews/reviews.subscribers.ts';
import { searchRoutes } from './search/search.routes.ts';
import { createTitleFontBuilder } from './title-fonts/build-title-fonts.ts';
import { subsetInProcess } from './title-fonts/font-subsetter.ts';
import { titleFontRoutes } from './title-fonts/title-fonts.routes.ts';
import { titleFontsStore } from './title-fonts/title-fonts.store.ts';
import { createTitleTexts } from './title-fonts/title-texts.ts';

type Context = ServiceContext<unknown>;
type Deps = ReturnType<typeof createDeps>;

/** Stores, the read model and use cases. */
const createDeps = (context: Context) => {
  const { settings, store, files, ownFiles, drive, clock, ids, log, events } = context;
  const { newEvent } = events;
  const texts = createTitleTexts();
  const catalogIndex = createCatalogIndex(texts.put);
  const media = mediaStore(store);
  const featured = featuredStore(store, clock, ids);
  /** The read model is ready for every search and order. */
  const prepared = Promise.withResolvers<void>();
  const searchable = (): Promise<void> => prepared.promise;
  const mediaDeps = { media, featured, catalogIndex, searchable, files, drive, clock, ids, newEvent };
  const change = changeMedia(mediaDeps);
  const indexSync = createIndexSync(media, catalogIndex, clock);
  const curated = curatedStore(store);
  const curatedIndex = createCuratedIndex();
  const abouts = aboutStore(store);
  const aboutIndex = createAboutIndex();
  const fonts = titleFontsStore(store);
  const { catchUp } = indexSync;
  const renderer = openImageRenderer({
    onUnavailable: (err) => log.warn({ err }, 'preview image renderer unavailable'),
  });
  const reviews = reviewsStore(store, ids.newId);
  const recount = recountRating(reviews, change);
  return {
    ...{
      catalogIndex,
      media,
      featured,
      mediaDeps,
      prepared,
      searchable,
      change,
      indexSync,
      curated,
      curatedIndex,
      abouts,
      aboutIndex,
      fonts,
      renderer,
    },
    curatedSync: createCuratedSync(curated, curatedIndex),
    aboutSync: createAboutSync(abouts, aboutIndex),
    fontBuilder: createTitleFontBuilder({
      ...{ fonts, texts, files, clock, log, catchUp },
      subset: subsetInProcess,
    }),
    previewImages: createPreviewImages({ catalogIndex, renderer, files, ownFiles, clock, log }),
    reviewDeps: {
      ...{ reviews, recount, media, newEvent, catalogIndex, clock, log },
      reviewers: reviewersStore(store, ids.newId),
      fetchProfiles: createIdentityClient(settings.identityUrl, settings.internalSecret),
    },
  };
};

const addWorkers = ({ store }: Context, { mediaDeps, change, reviewDeps }: Deps): void => {
  const inspect = inspectDriveFile(mediaDeps, change);
  store.worker(INSPECT_DRIVE_FILE, (data) => inspect(InspectDriveFile.parse(data)));
  store.worker(RECOUNT, (data) => reviewDeps.recount(Recount.parse(data).ebookId));
};

/** Keeps the read models up to date. @returns a function that ends it */
const followChanges = ({ live, log }: Context, { indexSync, curatedSync, aboutSync }: Deps): (() => void) =>
  live.subscribe((message, _audience, change) => {
    const refreshed = indexSync.handleLive(message, change);
    const others = [curatedSync, aboutSync].map((sync) => sync.handleLive(message, change));
    Promise.all([refreshed, ...others]).catch((err: unknown) =>
      log.warn({ err }, 'catalog index refresh failed, catch-up job retries'),
    );
  });

const handlersOf = (context: Context, deps: Deps): Handlers<typeof catalogApi> => {
  const { settings, files, drive, clock, sessions } = context;
  const { media, catalogIndex, curated, curatedIndex, abouts, aboutIndex, reviewDeps, previewImages } = deps;
  return {
    ...mediaRoutes(deps.mediaDeps, deps.change),
    ...searchRoutes(deps),
    ...peopleRoutes(deps),
    ...aboutRoutes({ abouts, aboutIndex, catalogIndex, clock }),
    ...curatedRoutes({ curated, curatedIndex, media, catalogIndex, clock }),
    ...driveRoutes(drive),
    ...reviewsRoutes(reviewDeps),
    ...exportRoutes(reviewDeps),
    ...previewImageRoutes({ catalogIndex, previewImages, secret: settings.internalSecret }),
    ...titleFontRoutes({ fonts: deps.fonts, files, builder: deps.fontBuilder }),
    holdings: answerHoldings(sessions, ownsAnything(reviewDeps)),
  };
};

const subscriptionsOf = ({ mediaDeps, reviewDeps }: Deps): Subscription[] => [
  on(subscriptions['catalog.announce-media'], republishMedia(mediaDeps)),
  on(subscriptions['catalog.forget-reviewer'], eraseReviewer(reviewDeps)),
  ...reviewsSubscribers(reviewDeps),
];

const jobsOf = ({
  reviewDeps,
  indexSync,
  curatedSync,
  aboutSync,
  fontBuilder,
  previewImages,
}: Deps): Job[] => [
  every('refresh-reviewers', 15_000, refreshReviewers(reviewDeps)),
  every('catch-up-index', 15_000, indexSync.catchUp),
  every('catch-up-curated', 15_000, curatedSync.load),
  every('catch-up-people', 15_000, aboutSync.load),
  every('build-title-fonts', 5_000, fontBuilder.build),
  every('tidy-preview-images', 6 * 60 * 60_000, previewImages.tidy),
];

/** Items, search and reviews. Reads are answered from an in-memory index, writes go to the store. */
export const catalog = defineService({
  name: 'catalog',
  config: z.object({}),
  driveSdk,
  build: (context) => {
    const deps = createDeps(context);
    const { featured, catalogIndex, indexSync, curatedSync, aboutSync, prepared, renderer } = deps;
    addWorkers(context, deps);
    const unsubscribe = followChanges(context, deps);
    return {
      connections: [
        driveConnection(context.settings.google, { purpose: 'Links of titles are checked', sdk: driveSdk }),
      ],
      reach: aboutSync.reach(catalogIndex, curatedSync.reach(catalogIndex, indexSync.reach)),
      apis: [mountApi(catalogApi, handlersOf(context, deps))],
      subscriptions: subscriptionsOf(deps),
      jobs: jobsOf(deps),
      start: async () => {
        context.sessions.requestSnapshot();
        await featured.open();
        await Promise.all([indexSync.fill(), curatedSync.load(), aboutSync.load()]);
        prepared.resolve(indexSync.prepare());
      },
      preload: () => prepared.promise,
      close: async () => {
        unsubscribe();
        renderer.close();
      },
    };
  },
});
