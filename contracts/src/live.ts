import { type JoinedMediaType, mediaTypes } from './media.ts';

/**
 * Live messages: `{ type, id }` to browsers, nothing more. A live message means "fetch again"; it never
 * carries state. The type names are fixed by the storefront (§4).
 */
export type LiveMessage = { readonly type: string; readonly id: string };

/** The recipients of a live message. `internal` is for gateway and services, never for a browser. */
export type LiveAudience =
  | { readonly to: 'everyone' }
  | { readonly to: 'user'; readonly userId: string }
  | { readonly to: 'admins' }
  | { readonly to: 'internal' };

export const liveTypes = {
  ebookCreated: 'ebook-created',
  ebookUpdated: 'ebook-updated',
  ebookDeleted: 'ebook-deleted',
  ebookPdfUpdated: 'ebook-pdf-updated',
  reviewsUpdated: 'reviews-updated',
  titleFontsUpdated: 'title-faces-updated',
  curatedUpdated: 'collection-updated',
  personUpdated: 'person-updated',
  sectionUpdated: 'cms-section-updated',
  contentDeployed: 'cms-deployed',
  blogCreated: 'blog-created',
  blogUpdated: 'blog-updated',
  blogDeleted: 'blog-deleted',
  newsletterProgress: 'newsletter-progress',
  submissionReceived: 'submission-received',
  submissionUpdated: 'submission-updated',
  registration: 'registration',
  runPageUpdated: 'run-page-updated',
  runUpdated: 'run-updated',
  libraryUpdated: 'library-updated',
  orderMismatched: 'order-mismatched',
  orderUpdated: 'order-updated',
  reconciliationMismatched: 'books-differ',
  kpiUpdated: 'kpi-updated',
  activityAdded: 'activity-added',
  usageUpdated: 'usage-updated',
  adminActed: 'admin-acted',
  sessionEnded: 'session-ended',
} as const;

/**
 * Types of which many may come in a second: an event stream carries at most one of each in a second, and sends the first at
 * once (promise P61, decision 0079).
 */
export const coalescedLiveTypes: readonly string[] = [
  liveTypes.registration,
  liveTypes.runPageUpdated,
  liveTypes.runUpdated,
];
export const LIVE_COALESCE_MS = 1_000;
/** The id of a coalesced message that stands for messages of several ids. */
export const LIVE_SEVERAL = '*';

/** The live message type for an item: `shortfilm-created`, `audiostory-deleted` (checklist CAT-40). */
export const mediaLive = (
  kind: JoinedMediaType,
  change: 'created' | 'updated' | 'deleted',
): `${JoinedMediaType}-${typeof change}` => `${kind}-${change}`;

/** Prefixes of all live messages about items, of some kinds or of all; `reviews-` reports a changed rating. */
export const mediaLivePrefixes = (...kinds: readonly JoinedMediaType[]): readonly `${string}-`[] => [
  ...(kinds.length > 0 ? kinds : mediaTypes.map(({ joined }) => joined)).map((kind) => `${kind}-` as const),
  'reviews-',
];

/** The prefix of live messages about curated collections: made, changed, moved, deleted. */
export const CURATED_LIVE_PREFIX = 'collection-';

/** The prefix of live messages about the words of editors about a person or a series: written, deleted. */
export const PERSON_LIVE_PREFIX = 'person-';

/** Sent by the stream when it cannot replay all missed messages: the client reloads its data. */
export const LIVE_RESET = 'reset';
/** A comment or event of this type every 25 s prevents idle timeouts of proxies (checklist GTW-11). */
export const LIVE_KEEPALIVE = 'keepalive';
export const KEEPALIVE_MS = 25_000;
/** Time between keepalives to admins, whose lamp is off within five seconds of a lost stream (checklist ADM-48). */
export const ADMIN_KEEPALIVE_MS = 2_000;
/** Replay limits of a reconnected stream; beyond them, one `reset` (checklist GTW-13). */
export const REPLAY_MAX_MESSAGES = 10_000;
export const REPLAY_MAX_MS = 10 * 60_000;
