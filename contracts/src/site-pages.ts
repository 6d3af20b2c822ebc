import { pagePaths } from './page-paths.ts';

/** The pages of the site whose texts are sections. `id` is the first segment of the keys of its sections. */
export const sitePages = [
  { id: 'home', title: 'Home', path: pagePaths.home },
  { id: 'library', title: 'Digital Library', path: pagePaths.library },
  { id: 'archives', title: 'Archives', path: pagePaths.archives },
  { id: 'about', title: 'About', path: pagePaths.about },
  { id: 'publishing', title: 'Publishing', path: pagePaths.publishing },
  { id: 'run', title: 'Virtual Run', path: pagePaths.run },
  { id: 'support', title: 'Support', path: pagePaths.support },
  { id: 'faq', title: 'FAQ', path: pagePaths.faq },
  { id: 'terms', title: 'Terms', path: pagePaths.terms },
  { id: 'privacy', title: 'Privacy', path: pagePaths.privacy },
  { id: 'refunds', title: 'Refunds', path: pagePaths.refunds },
  { id: 'librarypolicy', title: 'Digital Library Policy', path: pagePaths.libraryPolicy },
  { id: 'creatorpolicy', title: 'Creator Policy', path: pagePaths.creatorPolicy },
  { id: 'crowdfunding', title: 'Crowdfunding', path: pagePaths.crowdfunding },
  { id: 'newsletter', title: 'Newsletter', path: pagePaths.newsletter },
  // the chat, which is on every page
  { id: 'concierge', title: 'Assistant', path: null },
] as const;
