import { type JoinedMediaType, mediaTypes } from './media.ts';

/**
 * Live messages: `{ type, id }` to browsers, nothing more. A live message means "ask again", it is never the
 * state itself. The names are those the pages have always known (storefront §4).
 */
export type LiveMessage = { readonly type: string; readonly id: string };

/** Who may hear a live message. `internal` reaches gateway and services only, never a browser. */
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
  titleFacesUpdated: 'title-faces-updated',
  registration: 'registration',
  libraryUpdated: 'library-updated',
  orderMismatched: 'order-mismatched',
  orderUpdated: 'order-updated',
  booksDiffer: 'books-differ',
  sessionEnded: 'session-ended',
} as const;

/** What is said of an item of any kind: `shortfilm-created`, `audiostory-deleted` (checklist CAT-40). */
export const mediaLive = (
  kind: JoinedMediaType,
  happened: 'created' | 'updated' | 'deleted',
): `${JoinedMediaType}-${typeof happened}` => `${kind}-${happened}`;

/** Beginnings of everything that is said of items, of one kind or of all; `reviews-` says a rating changed. */
export const mediaLivePrefixes = (...kinds: readonly JoinedMediaType[]): readonly `${string}-`[] => [
  ...(kinds.length > 0 ? kinds : mediaTypes.map(({ joined }) => joined)).map((kind) => `${kind}-` as const),
  'reviews-',
];

/** Sent by the stream itself when it can not replay everything that was missed: reload what you show. */
export const LIVE_RESET = 'reset';
/** A comment or event of this type every 25 s keeps proxies from cutting an idle stream (checklist GTW-11). */
export const LIVE_KEEPALIVE = 'keepalive';
export const KEEPALIVE_MS = 25_000;
/** A stream that comes back is replayed this much; beyond it, one `reset` (checklist GTW-13). */
export const REPLAY_MAX_MESSAGES = 10_000;
export const REPLAY_MAX_MS = 10 * 60_000;
