import { answerHoldings, defineService, driveConnection, every, mountApi, on } from '@satrangi/chassis';
import { catalogApi, subscriptions } from '@satrangi/contracts';
import { z } from 'zod';
import { createCatalogIndex } from './catalog-index/read-model.ts';
import { driveRoutes } from './drive/drive.routes.ts';
import { inspectDriveFile } from './drive/inspect-drive-file.ts';
import { changeMedia } from './media/change-media.ts';
import { INSPECT_DRIVE_FILE, InspectDriveFile } from './media/drive-file-work.ts';
import { featuredStore } from './media/featured.store.ts';
import { createIndexSync } from './media/index-sync.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { mediaStore } from './media/media.store.ts';
import { republishMedia } from './media/republish-media.ts';
import { openImageRenderer } from './preview-images/image-renderer.ts';
import { previewImageRoutes } from './preview-images/preview-images.routes.ts';
import { createPreviewImages } from './preview-images/preview-images.ts';
import { eraseReviewer } from './privacy/erase-reviewer.ts';
import { exportRoutes } from './privacy/export.routes.ts';
import { ownsAnything } from './privacy/owns-anything.ts';
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

/** Items, search and reviews. Reads are answered from an in-memory index, writes go to the store. */
export const catalog = defineService({
  name: 'catalog',
  config: z.object({}),
  build: ({ settings, store, files, ownFiles, drive, clock, ids, log, live, events, sessions }) => {
    const { newEvent } = events;
    const texts = createTitleTexts();
    const catalogIndex = createCatalogIndex(texts.put);
    const media = mediaStore(store);
    const featured = featuredStore(store, clock, ids);
    const deps = { media, featured, catalogIndex, files, drive, clock, ids, newEvent };
    const change = changeMedia(deps);
    const indexSync = createIndexSync(media, catalogIndex, clock);
    const fonts = titleFontsStore(store);
    const fontBuilder = createTitleFontBuilder({
      fonts,
      texts,
      files,
      clock,
      log,
      subset: subsetInProcess,
      catchUp: indexSync.catchUp,
    });

    const renderer = openImageRenderer({
      onUnavailable: (err) => log.warn({ err }, 'preview image renderer unavailable'),
    });
    const previewImages = createPreviewImages({ catalogIndex, renderer, files, ownFiles, clock, log });
    const reviews = reviewsStore(store, ids.newId);
    const recount = recountRating(reviews, change);
    const reviewDeps = {
      reviews,
      recount,
      media,
      newEvent,
      reviewers: reviewersStore(store, ids.newId),
      catalogIndex,
      fetchProfiles: createIdentityClient(settings.identityUrl, settings.internalSecret),
      clock,
      log,
    };
    const inspect = inspectDriveFile(deps, change);
    store.worker(INSPECT_DRIVE_FILE, (data) => inspect(InspectDriveFile.parse(data)));
    store.worker(RECOUNT, (data) => recount(Recount.parse(data).ebookId));
    const unsubscribe = live.subscribe((message, _audience, change) => {
      const refreshed = indexSync.handleLive(message, change);
      refreshed.catch((err: unknown) =>
        log.warn({ err }, 'catalog index refresh failed, catch-up job retries'),
      );
    });

    return {
      connections: [driveConnection(settings.google, 'Links of titles are checked')],
      reach: indexSync.reach,
      apis: [
        mountApi(catalogApi, {
          ...mediaRoutes(deps, change),
          ...searchRoutes(catalogIndex),
          ...driveRoutes(drive),
          ...reviewsRoutes(reviewDeps),
          ...exportRoutes(reviewDeps),
          ...previewImageRoutes({ catalogIndex, previewImages, secret: settings.internalSecret }),
          ...titleFontRoutes({ fonts, files, builder: fontBuilder }),
          holdings: answerHoldings(sessions, ownsAnything(reviewDeps)),
        }),
      ],
      subscriptions: [
        on(subscriptions['catalog.announce-media'], republishMedia(deps)),
        on(subscriptions['catalog.forget-reviewer'], eraseReviewer(reviewDeps)),
        ...reviewsSubscribers(reviewDeps),
      ],
      jobs: [
        every('refresh-reviewers', 15_000, refreshReviewers(reviewDeps)),
        every('catch-up-index', 15_000, indexSync.catchUp),
        every('build-title-fonts', 5_000, fontBuilder.build),
        every('tidy-preview-images', 6 * 60 * 60_000, previewImages.tidy),
      ],
      start: async () => {
        sessions.requestSnapshot();
        await featured.open();
        await indexSync.fill();
      },
      close: async () => {
        unsubscribe();
        renderer.close();
      },
    };
  },
});
