import {
  DONORS_SHOWN,
  GIFTS_AFTER_END_DAYS,
  type OwnRunPage,
  type RunPage,
  type virtualRunApi,
} from '@satrangi/contracts';
import type { z } from 'zod';
import { isOver, type StoredEvent } from '../event/event.rules.ts';
import type { Gift } from '../gifts/gift.rules.ts';
import { donorsOf, raisedOf } from '../gifts/gift.rules.ts';
import { isCounted, type StoredRegistration } from '../registrations/registration.rules.ts';

const DAY_MS = 86_400_000;

type ListedPage = z.input<typeof virtualRunApi.listPages.response>['pages'][number];

export const loggedKm = ({ km }: Pick<StoredRegistration, 'km'>): number =>
  Math.round(km.reduce((sum, entry) => sum + entry.km, 0) * 10) / 10;

const shownGoal = ({ showGoal, goalMinor }: StoredRegistration): number => (showGoal ? goalMinor / 100 : 0);

const shownPronouns = ({ showPronouns, pronouns }: StoredRegistration): string | null =>
  showPronouns ? pronouns : null;

/** The public view: fields are named one by one, so a new private field stays private. */
export const toRunPage = (
  registration: StoredRegistration,
  gifts: readonly Gift[],
  event: StoredEvent,
  now: Date,
): RunPage => {
  const donors = donorsOf(gifts, registration);
  const raisedMinor = raisedOf(gifts);
  const givesUntil = Date.parse(event.endsAt) + GIFTS_AFTER_END_DAYS * DAY_MS;
  return {
    pageId: registration.pageId,
    slug: registration.slug,
    displayName: registration.displayName,
    pronouns: shownPronouns(registration),
    activity: registration.activityType,
    distance: registration.distanceKm,
    km: loggedKm(registration),
    story: registration.story,
    goal: shownGoal(registration),
    raised: raisedMinor / 100,
    raisedMinor,
    donors: donors.slice(0, DONORS_SHOWN),
    donorCount: donors.length,
    endsAt: event.endsAt,
    isOver: isOver(event, now),
    canGive: isCounted(registration) && now.getTime() <= givesUntil,
    isListed: registration.isListed,
  };
};

export const toOwnPage = (
  registration: StoredRegistration,
  gifts: readonly Gift[],
  event: StoredEvent,
  now: Date,
): OwnRunPage => ({
  ...toRunPage(registration, gifts, event, now),
  isPublic: registration.isPublic,
  nameInAddress: registration.nameInAddress,
  showGoal: registration.showGoal,
  showWords: registration.showWords ?? true,
  ownGoal: registration.goalMinor / 100,
  showPronouns: registration.showPronouns ?? false,
  ownPronouns: registration.pronouns,
  log: registration.km.map(({ entryId, date, km }) => ({ entryId, date, km })),
});

export const toListedPage = (registration: StoredRegistration, gifts: readonly Gift[]): ListedPage => ({
  slug: registration.slug,
  displayName: registration.displayName,
  activity: registration.activityType,
  distance: registration.distanceKm,
  goal: shownGoal(registration),
  raised: raisedOf(gifts) / 100,
});
