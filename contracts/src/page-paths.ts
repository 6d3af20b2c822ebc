/**
 * The paths of the storefront's pages, each once; those of the media kinds are in `mediaTypes`. Route tables, links,
 * early loading, budgets, heads, sitemap and text editions derive from it.
 */
export const pagePaths = {
  home: '/',
  ebooks: '/e-books',
  search: '/search',
  ebook: '/ebook/:id',
  anyMedia: '/media/:id',
  person: '/people/:id',
  series: '/series/:id',
  collections: '/collections',
  collection: '/collections/:id',
  read: '/read/:id',
  library: '/digital-library',
  archives: '/archives',
  publishing: '/publishing',
  submissionStatus: '/publishing/status',
  receiptCheck: '/publishing/verify',
  run: '/virtual-run',
  runPage: '/run/f/:id',
  runEdit: '/run/edit',
  about: '/about',
  support: '/support',
  newsletter: '/newsletter',
  blogs: '/blogs',
  blog: '/blogs/:id',
  faq: '/faq',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  libraryPolicy: '/digital-library-policy',
  creatorPolicy: '/creator-policy',
  crowdfunding: '/crowdfunding',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  confirmRegistration: '/confirm-registration',
  profile: '/profile',
  orders: '/orders',
  saved: '/saved',
  kept: '/kept',
  gift: '/gift',
  order: '/orders/:id',
  receipt: '/orders/:id/receipt',
  payment: '/payment',
  paymentSuccess: '/payment-success',
  stripeCheckout: '/stripe-checkout',
  admin: '/admin',
} as const;

export type PageName = keyof typeof pagePaths;

/** The path of one item's page. */
export const pathWithId = (path: (typeof pagePaths)[PageName], id: string): string =>
  path.replace(':id', encodeURIComponent(id));

/** Earlier paths and the pages that replaced them (storefront seed, section 2). */
export const pageRedirects: Readonly<Record<string, string>> = {
  '/library': pagePaths.library,
  '/community': pagePaths.run,
  '/run-registration': pagePaths.run,
};
