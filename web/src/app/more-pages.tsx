import { mediaTypes } from '@satrangi/contracts/pure';
import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

const LoginPage = lazy(async () => ({ default: (await import('../pages/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('../pages/register-page.tsx')).RegisterPage,
}));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('../pages/reset-password-page.tsx')).ResetPasswordPage,
}));
const PaymentPage = lazy(async () => ({ default: (await import('../pages/payment-page.tsx')).PaymentPage }));
const PaymentSuccessPage = lazy(async () => ({
  default: (await import('../pages/payment-success-page.tsx')).PaymentSuccessPage,
}));
const StripeCheckoutPage = lazy(async () => ({
  default: (await import('../pages/stripe-checkout-page.tsx')).StripeCheckoutPage,
}));
const ReadPage = lazy(async () => ({ default: (await import('../pages/read-page.tsx')).ReadPage }));
const ProfilePage = lazy(async () => ({ default: (await import('../pages/profile-page.tsx')).ProfilePage }));
const OrdersPage = lazy(async () => ({ default: (await import('../pages/orders-page.tsx')).OrdersPage }));
const MediaPage = lazy(async () => ({ default: (await import('../pages/media-page.tsx')).MediaPage }));
const AnyMediaPage = lazy(async () => ({
  default: (await import('../pages/any-media-page.tsx')).AnyMediaPage,
}));
const ArchivesPage = lazy(async () => ({
  default: (await import('../pages/archives-page.tsx')).ArchivesPage,
}));
const SupportPage = lazy(async () => ({ default: (await import('../pages/support-page.tsx')).SupportPage }));
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));

/** Every page that is not in the first table (router.tsx), each in a file of its own that loads when it is opened. */
const pages: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  { path: '/login', Page: LoginPage },
  { path: '/register', Page: RegisterPage },
  { path: '/forgot-password', Page: ForgotPasswordPage },
  { path: '/reset-password', Page: ResetPasswordPage },
  { path: '/payment', Page: PaymentPage },
  { path: '/payment-success', Page: PaymentSuccessPage },
  { path: '/stripe-checkout', Page: StripeCheckoutPage },
  { path: '/read/:id', Page: ReadPage },
  { path: '/media/:id', Page: AnyMediaPage },
  { path: '/archives', Page: ArchivesPage },
  { path: '/profile', Page: ProfilePage },
  { path: '/orders', Page: OrdersPage },
  { path: '/support', Page: SupportPage },
  { path: '*', Page: NotFoundPage },
];

/** The rest of the site, behind one door of the first table. */
export function MorePages() {
  return (
    <Routes>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      {mediaTypes.map(
        ({ page, joined }) =>
          joined !== 'ebook' && (
            <Route key={page} path={`/${page}/:id`} element={<MediaPage type={joined} key={joined} />} />
          ),
      )}
    </Routes>
  );
}
