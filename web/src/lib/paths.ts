import type { JoinedMediaType } from '@satrangi/contracts';
import { mediaTypes } from '@satrangi/contracts/pure';

const pageSegment = (type: JoinedMediaType): string =>
  mediaTypes.find(({ joined }) => joined === type)?.page ?? 'media';

/** All paths of this site. */
export const paths = {
  home: '/',
  ebooks: '/e-books',
  ebook: (id: string) => `/ebook/${encodeURIComponent(id)}`,
  /** The sample in full window. */
  sample: (id: string) => `/ebook/${encodeURIComponent(id)}?preview=true`,
  /** The reader for the whole book. */
  read: (id: string) => `/read/${encodeURIComponent(id)}`,
  media: (type: JoinedMediaType, id: string) => `/${pageSegment(type)}/${encodeURIComponent(id)}`,
  ebooksBy: (author: string) => `/e-books?${new URLSearchParams({ author })}`,
  library: '/digital-library',
  librarySearch: (q: string) => `/digital-library?${new URLSearchParams({ q })}`,
  archives: '/archives',
  publishing: '/publishing',
  about: '/about',
  login: '/login',
  loginThen: (next: string) => `/login?${new URLSearchParams({ next })}`,
  register: '/register',
  registerThen: (next: string) => `/register?${new URLSearchParams({ next })}`,
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  profile: '/profile',
  admin: '/admin',
  creator: '/profile?tab=creator',
  orders: '/orders',
  payment: (ebook: string) => `/payment?${new URLSearchParams({ ebook })}`,
  paymentSuccess: '/payment-success',
  stripeCheckout: '/stripe-checkout',
  blogs: '/blogs',
  faq: '/faq',
  newsletter: '/newsletter',
  support: '/support',
  run: '/virtual-run',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  libraryPolicy: '/digital-library-policy',
  creatorPolicy: '/creator-policy',
  crowdfunding: '/crowdfunding',
} as const;

const planned: ReadonlySet<string> = new Set([paths.publishing, paths.run]);

/** Whether a path belongs to a planned page: links to it show "soon". */
export const isPlanned = (path: string): boolean => planned.has(path);

/** A path with `?buy=1`, which opens the checkout dialog on arrival. */
export const withBuy = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}buy=1`;
