import type { LibraryEntry, MediaItem, Order, Profile, Review, Section } from '@satrangi/contracts';
import { MediaId, OrderId, pageOfKey, UserId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';

const AT = '2026-11-01T10:00:00.000Z';

/** An eBook as the catalog returns it. */
export const anEbook = (overrides: Partial<MediaItem> = {}): MediaItem =>
  aMediaItem({
    _id: MediaId.parse('seven-ways'),
    title: 'Seven Ways Home',
    author: 'Ira Deshmukh',
    creator: 'Ira Deshmukh',
    authorPronouns: 'she/they',
    description: 'Seven linked stories on the Mumbai local.',
    year: 2026,
    priceINR: 249,
    priceUSD: 2.83,
    isForSale: true,
    cover: { motif: 'train', ground: 'anaar', figure: 'haldi', accent: 'neel' },
    fileId: 'f1',
    pages: 212,
    previewPages: 14,
    fileBytes: 3_100_000,
    fileMimeType: 'application/pdf',
    ...overrides,
  });

/** A film of fourteen minutes. */
export const aFilm = (overrides: Partial<MediaItem> = {}): MediaItem =>
  anEbook({
    _id: MediaId.parse('the-kite'),
    mediaType: 'shortfilm',
    title: 'The Kite',
    creator: 'Noor Sheikh',
    author: 'Noor Sheikh',
    director: 'Noor Sheikh',
    description: 'A kite, a roof, two friends.',
    formats: ['video'],
    format: 'video',
    duration: 14,
    durationSeconds: 840,
    pages: null,
    previewPages: null,
    fileMimeType: 'video/mp4',
    ...overrides,
  });

/** A recording of half an hour in two chapters. */
export const aStory = (overrides: Partial<MediaItem> = {}): MediaItem =>
  anEbook({
    _id: MediaId.parse('night-bus'),
    mediaType: 'audiostory',
    title: 'Night Bus',
    creator: 'Pallavi Desai',
    author: 'Pallavi Desai',
    narrator: 'Omkar Jadhav',
    description: 'Nine hours on the road, two seats, one thermos.',
    formats: ['audio'],
    format: 'audio',
    duration: 30,
    durationSeconds: 1_800,
    pages: null,
    previewPages: null,
    fileMimeType: 'audio/mpeg',
    chapters: [
      { title: 'The depot', startSeconds: 0 },
      { title: 'The window seat', startSeconds: 600 },
    ],
    ...overrides,
  });

/** The only page of a list. */
export const onePage = (items: MediaItem[] = []) => ({ items, total: items.length, nextCursor: null });

/** Empty lists of all media types. */
export const emptyLists = {
  listCurated: () => ({ items: [] }),
  listEbooks: () => onePage(),
  listFreeEbooks: () => ({ items: [] }),
  listDocumentaries: () => onePage(),
  listShortFilms: () => onePage(),
  listAudioStories: () => onePage(),
  listMagazines: () => onePage(),
  listOralHistories: () => onePage(),
};

export const aProfile = (overrides: Partial<Profile> = {}): Profile => ({
  _id: UserId.parse('asha'),
  name: 'Asha',
  email: 'asha@example.org',
  phone: null,
  pronouns: 'she/her',
  bio: null,
  city: null,
  interests: [],
  country: 'IN',
  role: 'USER',
  createdAt: AT,
  ...overrides,
});

export const anEntry = (overrides: Partial<LibraryEntry> = {}): LibraryEntry => ({
  _id: 'entry-1',
  media: {
    _id: MediaId.parse('seven-ways'),
    title: 'Seven Ways Home',
    author: 'Ira Deshmukh',
    language: 'en',
    mediaType: 'ebook',
    cover: null,
    thumbnailUrl: null,
    pages: 212,
  },
  format: 'text',
  mediaType: 'ebook',
  progress: null,
  grantedAt: AT,
  createdAt: AT,
  ...overrides,
});

export const aReview = (overrides: Partial<Review> = {}): Review => ({
  _id: 'r1',
  rating: 4,
  comment: 'I have met that man.',
  user: { _id: 'noor', name: 'Noor', pronouns: 'she/her' },
  verified: false,
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
});

export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  orderId: OrderId.parse('order-1'),
  number: 'ST-10482K',
  purpose: 'purchase',
  status: 'paid',
  fulfilled: true,
  provider: 'cashfree',
  amount: { minor: 24_900, currency: 'INR' },
  items: [{ media: 'seven-ways', mediaType: 'ebook', format: 'text', title: 'Seven Ways Home' }],
  createdAt: AT,
  paidAt: AT,
  refund: 'none',
  refunded: { minor: 0, currency: 'INR' },
  refundUntil: null,
  ...overrides,
});

/** A published section. */
export const aSection = ({ key, content }: Pick<Section, 'key' | 'content'>): Section => ({
  _id: `id-of-${key}`,
  key,
  page: pageOfKey(key),
  content,
  status: 'published',
  updatedAt: AT,
});
