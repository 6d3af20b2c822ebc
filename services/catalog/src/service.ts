import { answerHoldings, defineService, every, mountApi, on } from '@satrangi/chassis';
import { catalogApi, subscriptions } from '@satrangi/contracts';
import { z } from 'zod';
import { LOOK_AT_DRIVE, LookAtDrive } from './drive/drive-look.ts';
import { lookAtDriveFile } from './drive/look-at-drive-file.ts';
import { cutAside } from './faces/cutter.ts';
import { facesRoutes } from './faces/faces.routes.ts';
import { facesStore } from './faces/faces.store.ts';
import { keepFaces } from './faces/keep-faces.ts';
import { openTitleTexts } from './faces/title-texts.ts';
import { announceMedia } from './media/announce-media.ts';
import { changeMedia } from './media/change-media.ts';
import { featuredStore } from './media/featured.store.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { mediaStore } from './media/media.store.ts';
import { ownsAnything } from './reviews/owns-anything.ts';
import { askPeople } from './reviews/people.ts';
import { recountRating } from './reviews/recount-rating.ts';
import { refreshReviewers } from './reviews/refresh-reviewers.ts';
import { reviewersStore } from './reviews/reviewers.store.ts';
import { reviewsRoutes } from './reviews/reviews.routes.ts';
import { RECOUNT, Recount, reviewsStore } from './reviews/reviews.store.ts';
import { reviewsSubscribers } from './reviews/reviews.subscribers.ts';
import { isAboutMedia, keepShelf } from './shelf/keep-shelf.ts';
import { openShelf } from './shelf/shelf.ts';

/** What is on the shelf and what readers say of it. Reads are answered from memory, writes go to the store. */
export const catalog = defineService({
  name: 'catalog',
  config: z.object({}),
  build: ({ settings, store, files, drive, clock, ids, log, live, events, sessions }) => {
    const texts = openTitleTexts();
    const shelf = openShelf(texts.put);
    const media = mediaStore(store);
    const featured = featuredStore(store, clock, ids);
    const needs = { media, featured, shelf, files, drive, clock, ids, newEvent: events.newEvent };
    const change = changeMedia(needs);
    const keeper = keepShelf(media, shelf, clock);
    const faces = facesStore(store);
    const cutting = { faces, texts, files, clock, log, cut: cutAside, catchUp: keeper.catchUp };
    const faceKeeper = keepFaces(cutting);

    const reviews = reviewsStore(store, ids.newId);
    const recount = recountRating(reviews, change);
    const reviewNeeds = {
      reviews,
      recount,
      media,
      newEvent: events.newEvent,
      reviewers: reviewersStore(store, ids.newId),
      shelf,
      askPeople: askPeople(settings.identityUrl, settings.internalSecret),
      clock,
      log,
    };
    const look = lookAtDriveFile(needs, change);
    store.worker(LOOK_AT_DRIVE, (data) => look(LookAtDrive.parse(data)));
    store.worker(RECOUNT, (data) => recount(Recount.parse(data).ebookId));
    const stopHearing = live.hear(({ type, id }) => {
      if (!isAboutMedia(type)) return;
      const told = type === 'reset' ? keeper.fill() : keeper.refresh(id);
      told.catch((error: unknown) => log.warn({ err: error }, 'shelf was not refreshed; the job will'));
    });

    return {
      apis: [
        mountApi(catalogApi, {
          ...mediaRoutes(needs, change),
          ...reviewsRoutes(reviewNeeds),
          ...facesRoutes({ faces, files, keeper: faceKeeper }),
          holdings: answerHoldings(sessions, ownsAnything(reviewNeeds)),
        }),
      ],
      subscriptions: [
        on(subscriptions['catalog.announce-media'], announceMedia(needs)),
        ...reviewsSubscribers(reviewNeeds),
      ],
      jobs: [
        every('refresh-reviewers', 15_000, refreshReviewers(reviewNeeds)),
        every('catch-up-shelf', 15_000, keeper.catchUp),
        every('cut-title-faces', 5_000, faceKeeper.make),
      ],
      start: async () => {
        sessions.requestSnapshot();
        await featured.open();
        await keeper.fill();
      },
      close: async () => stopHearing(),
    };
  },
});
