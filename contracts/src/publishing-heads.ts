import type { PageHead, SiteSettings } from './page-head.ts';
import { pagePaths } from './page-paths.ts';
import { previewImage } from './preview-images.ts';
import { publishingPageTexts as texts } from './texts/publishing.ts';

const DESCRIPTION =
  'Send a manuscript, a film or a recording to the editors. A pen name is fine, and you see where it stands.';

const WHAT_WE_TAKE =
  'We take PDF, DOC, DOCX, EPUB and ZIP files of at most 100 MB, or a link to Google Drive or Google Docs.';

const publishingHead = ({ email }: SiteSettings): PageHead => ({
  title: 'Publishing',
  description: DESCRIPTION,
  image: previewImage('page'),
  breadcrumbs: [{ name: 'Publishing', path: pagePaths.publishing }],
  text: [
    ...Object.values(texts).map(({ fallback }) => fallback),
    WHAT_WE_TAKE,
    `The form needs JavaScript. Without it, write to ${email}, and we send you another way.`,
  ],
  isIndexed: true,
});

/**
 * Pages of authors. The page behind a private link has a title that does not say what was sent, and no browser keeps it.
 */
export const publishingPages = [
  { path: pagePaths.publishing, head: publishingHead },
  {
    path: pagePaths.submissionStatus,
    head: (): PageHead => ({ title: 'What you sent us', isIndexed: false, isUncached: true }),
  },
  { path: pagePaths.receiptCheck, head: (): PageHead => ({ title: 'Check a receipt', isIndexed: false }) },
];
