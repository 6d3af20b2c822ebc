import { mediaTypes, pagePaths } from '@satrangi/contracts/pure';
import type { QueryClient } from '@tanstack/react-query';
import { Routes } from 'react-router-dom';
import { prefetchTexts } from '../lib/page-sections.ts';
import { type PageEntry, pageAt, preloadRoute, routesOf } from './route-table.tsx';

/** Routes outside the first table (router.tsx), each in its own chunk that loads on demand. */
const pages: readonly PageEntry[] = [
  pageAt(pagePaths.login, async () => (await import('../pages/login-page.tsx')).LoginPage),
  pageAt(pagePaths.register, async () => (await import('../pages/register-page.tsx')).RegisterPage),
  pageAt(
    pagePaths.forgotPassword,
    async () => (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  pageAt(pagePaths.payment, async () => (await import('../pages/payment-page.tsx')).PaymentPage),
  pageAt(
    pagePaths.paymentSuccess,
    async () => (await import('../pages/payment-success-page.tsx')).PaymentSuccessPage,
  ),
  pageAt(
    pagePaths.stripeCheckout,
    async () => (await import('../pages/stripe-checkout-page.tsx')).StripeCheckoutPage,
  ),
  pageAt(pagePaths.search, async () => (await import('../pages/search-page.tsx')).SearchPage),
  pageAt(pagePaths.read, async () => (await import('../pages/read-page.tsx')).ReadPage),
  pageAt(
    pagePaths.archives,
    async () => (await import('../pages/archives-page.tsx')).ArchivesPage,
    prefetchTexts('archives'),
  ),
  pageAt(pagePaths.profile, async () => (await import('../pages/profile-page.tsx')).ProfilePage),
  pageAt(pagePaths.orders, async () => (await import('../pages/orders-page.tsx')).OrdersPage),
  pageAt(pagePaths.saved, async () => (await import('../pages/saved-page.tsx')).SavedPage),
  pageAt(pagePaths.blogs, async () => (await import('../pages/blogs-page.tsx')).BlogsPage),
  pageAt(
    pagePaths.newsletter,
    async () => (await import('../pages/newsletter-page.tsx')).NewsletterPage,
    prefetchTexts('newsletter'),
  ),
  ...mediaTypes.flatMap(({ page, joined }) =>
    joined === 'ebook'
      ? []
      : pageAt(`/${page}/:id`, async () => {
          const { MediaPage } = await import('../pages/media-page.tsx');
          return () => <MediaPage type={joined} />;
        }),
  ),
  pageAt('*', async (client) => {
    const articles = await import('./article-routes.tsx');
    await articles.preload(location.pathname, client);
    return articles.ArticleRoutes;
  }),
];

export const preload = (pathname: string, client?: QueryClient): Promise<void> =>
  preloadRoute(pages, pathname, client);

/** The rest of the site, behind the last route of the first table. */
export function MoreRoutes() {
  return <Routes>{routesOf(pages)}</Routes>;
}
