import { buttonLook, ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { catalogQueries, libraryQueries } from '../lib/catalog-queries.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';

const PaymentSheet = lazy(async () => ({
  default: (await import('../features/checkout/payment-sheet.tsx')).PaymentSheet,
}));

const TitlesToBegin = lazy(async () => ({
  default: (await import('../lib/titles-to-begin.tsx')).TitlesToBegin,
}));

const ReauthDialog = lazy(async () => ({ default: (await import('./reauth-dialog.tsx')).ReauthDialog }));

function Waiting() {
  return (
    <div role="status" aria-label="One moment">
      <Skeleton height="26rem" />
    </div>
  );
}

function Sheet({ id }: { id: string }) {
  const isNamed = id !== '';
  const ebook = useQuery({ ...catalogQueries.ebook(id), enabled: isNamed });
  const session = useSession();
  const access = useQuery({ ...libraryQueries.access(id), enabled: isNamed && session !== null });
  const isShown = useRef(false);
  if (!isNamed || isNotFound(ebook.error))
    return (
      <div className={styles.missing}>
        <p role="alert">eBook not found</p>
        <p className={styles.words}>You have paid nothing here.</p>
        <Link {...buttonLook({})} to={paths.ebooks}>
          All eBooks
        </Link>
        <Suspense fallback={null}>
          <TitlesToBegin />
        </Suspense>
      </div>
    );
  if (ebook.isLoadingError) return <ErrorNote onRetry={ebook.refetch}>Failed to load eBook</ErrorNote>;
  // The sheet stays open when the session ends: payment requires the login.
  if (ebook.isPending || (access.isPending && !isShown.current)) return <Waiting />;
  isShown.current = true;
  return (
    <Suspense fallback={<Waiting />}>
      <PaymentSheet item={ebook.data} isOwned={access.data === true} Login={ReauthDialog} />
    </Suspense>
  );
}

/** Checkout for one eBook on a page of its own: `/payment?ebook={id}`. */
export function PaymentPage() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const id = params.get('ebook') ?? '';
  const wasLoggedIn = useRef(session !== null);
  if (!session && !wasLoggedIn.current) return <Navigate to={paths.loginThen(pathname + search)} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Payment" />
      <PageHeading>Payment</PageHeading>
      <Sheet id={id} key={id} />
    </div>
  );
}
