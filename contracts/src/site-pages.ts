/** The pages of the site whose texts are sections. `id` is the first segment of the keys of its sections. */
export const sitePages = [
  { id: 'home', title: 'Home', path: '/' },
  { id: 'library', title: 'Digital Library', path: '/digital-library' },
  { id: 'archives', title: 'Archives', path: '/archives' },
  { id: 'about', title: 'About', path: '/about' },
  { id: 'publishing', title: 'Publishing', path: '/publishing' },
  { id: 'run', title: 'Virtual Run', path: '/virtual-run' },
  { id: 'support', title: 'Support', path: '/support' },
  { id: 'faq', title: 'FAQ', path: '/faq' },
  { id: 'terms', title: 'Terms', path: '/terms' },
  { id: 'privacy', title: 'Privacy', path: '/privacy' },
  { id: 'refunds', title: 'Refunds', path: '/refunds' },
  { id: 'librarypolicy', title: 'Digital Library Policy', path: '/digital-library-policy' },
  { id: 'creatorpolicy', title: 'Creator Policy', path: '/creator-policy' },
  { id: 'crowdfunding', title: 'Crowdfunding', path: '/crowdfunding' },
  { id: 'newsletter', title: 'Newsletter', path: '/newsletter' },
] as const;

/** The page of sections whose key begins with a separator. */
export const GENERAL_PAGE = 'General';

/** The page of a section key: its first segment, segments joined by dot, dash or slash (checklist CMS-12). */
export const pageOfKey = (key: string): string => key.split(/[./-]/, 1)[0]?.trim() || GENERAL_PAGE;
