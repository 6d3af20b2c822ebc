import { pagePaths } from '@satrangi/contracts/pure';
import type { QueryClient } from '@tanstack/react-query';
import { Routes } from 'react-router-dom';
import { prefetchSections, prefetchTexts } from '../lib/page-sections.ts';
import { type PageEntry, pageAt, preloadRoute, routesOf } from './route-table.tsx';

/**
 * Pages of long texts, of the run, of publishing, of people, series and collections, of one order, targets of mailed links, and the page of unknown paths: the
 * third table, in its own chunk.
 */
const pages: readonly PageEntry[] = [
  pageAt(
    pagePaths.about,
    async () => (await import('../pages/about-page.tsx')).AboutPage,
    prefetchSections('about'),
  ),
  pageAt(pagePaths.faq, async () => (await import('../pages/faq-page.tsx')).FaqPage, prefetchSections('faq')),
  pageAt(
    pagePaths.terms,
    async () => (await import('../pages/terms-page.tsx')).TermsPage,
    prefetchSections('terms'),
  ),
  pageAt(
    pagePaths.privacy,
    async () => (await import('../pages/privacy-page.tsx')).PrivacyPage,
    prefetchSections('privacy'),
  ),
  pageAt(
    pagePaths.refunds,
    async () => (await import('../pages/refunds-page.tsx')).RefundsPage,
    prefetchSections('refunds'),
  ),
  pageAt(
    pagePaths.libraryPolicy,
    async () => (await import('../pages/digital-library-policy-page.tsx')).LibraryPolicyPage,
    prefetchSections('librarypolicy'),
  ),
  pageAt(
    pagePaths.creatorPolicy,
    async () => (await import('../pages/creator-policy-page.tsx')).CreatorPolicyPage,
    prefetchSections('creatorpolicy'),
  ),
  pageAt(
    pagePaths.crowdfunding,
    async () => (await import('../pages/crowdfunding-page.tsx')).CrowdfundingPage,
    prefetchSections('crowdfunding'),
  ),
  pageAt(
    pagePaths.run,
    async () => (await import('../pages/virtual-run-page.tsx')).VirtualRunPage,
    async (client) => (await import('../pages/virtual-run-page.tsx')).prefetchRun(client),
  ),
  pageAt(
    pagePaths.runPage,
    async () => (await import('../pages/run-page.tsx')).RunPage,
    async (client, id) => (await import('../pages/run-page.tsx')).prefetchRunPage(client, id),
  ),
  pageAt(pagePaths.runEdit, async () => (await import('../pages/run-edit-page.tsx')).RunEditPage),
  pageAt(
    pagePaths.publishing,
    async () => (await import('../pages/publishing-page.tsx')).PublishingPage,
    prefetchTexts('publishing'),
  ),
  pageAt(pagePaths.person, async () => (await import('../pages/person-page.tsx')).PersonPage),
  pageAt(pagePaths.series, async () => (await import('../pages/series-page.tsx')).SeriesPage),
  pageAt(pagePaths.collections, async () => (await import('../pages/collection-page.tsx')).CollectionsPage),
  pageAt(pagePaths.collection, async () => (await import('../pages/collection-page.tsx')).CollectionPage),
  pageAt(
    pagePaths.submissionStatus,
    async () => (await import('../pages/submission-status-page.tsx')).SubmissionStatusPage,
  ),
  pageAt(
    pagePaths.receiptCheck,
    async () => (await import('../pages/receipt-check-page.tsx')).ReceiptCheckPage,
  ),
  pageAt(pagePaths.blog, async () => (await import('../pages/blog-page.tsx')).BlogPage),
  pageAt(
    pagePaths.support,
    async () => (await import('../pages/support-page.tsx')).SupportPage,
    prefetchTexts('support'),
  ),
  pageAt(pagePaths.anyMedia, async () => (await import('../pages/any-media-page.tsx')).AnyMediaPage),
  pageAt(pagePaths.admin, async () => (await import('../pages/admin-page.tsx')).AdminPage),
  pageAt(pagePaths.order, async () => (await import('../pages/order-page.tsx')).OrderPage),
  pageAt(pagePaths.kept, async () => (await import('../pages/kept-page.tsx')).KeptPage),
  pageAt(pagePaths.gift, async () => (await import('../pages/gift-page.tsx')).GiftPage),
  pageAt(pagePaths.receipt, async () => (await import('../pages/receipt-page.tsx')).ReceiptPage),
  pageAt(
    pagePaths.resetPassword,
    async () => (await import('../pages/reset-password-page.tsx')).ResetPasswordPage,
  ),
  pageAt(
    pagePaths.confirmEmail,
    async () => (await import('../pages/confirm-email-page.tsx')).ConfirmEmailPage,
  ),
  pageAt(
    pagePaths.confirmRegistration,
    async () => (await import('../pages/confirm-registration-page.tsx')).ConfirmRegistrationPage,
  ),
  pageAt('*', async () => (await import('../pages/not-found-page.tsx')).NotFoundPage),
];

export const preload = (pathname: string, client?: QueryClient): Promise<void> =>
  preloadRoute(pages, pathname, client);

/** The routes behind the last one of the second table. */
export function ArticleRoutes() {
  return <Routes>{routesOf(pages)}</Routes>;
}
