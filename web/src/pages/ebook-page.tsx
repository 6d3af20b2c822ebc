import type { MediaItem } from '@satrangi/contracts';
import { ErrorNote, Skeleton } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PageCheckout } from '../features/checkout/page-checkout.tsx';
import { startCheckout } from '../features/checkout/start-checkout.ts';
import { useOnePress } from '../features/checkout/use-one-press.tsx';
import { TitleBlock } from '../features/ebook/title-block.tsx';
import { ContentNotes } from '../features/media/content-notes.tsx';
import { offerOf } from '../features/media/offer.ts';
import { Breadcrumbs } from '../lib/breadcrumbs.tsx';
import { catalogQueries, libraryQueries } from '../lib/catalog-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { Spread } from '../lib/spread.tsx';
import { truncate } from '../lib/text.ts';
import { TitleMissing } from '../lib/title-missing.tsx';
import { useAfterPaint } from '../lib/use-after-paint.ts';
import { BookSpread } from './book-spread.tsx';
import styles from './ebook-page.module.css';

const BelowFold = lazy(async () => ({ default: (await import('./ebook-below-fold.tsx')).EbookBelowFold }));

// for search engines only, and already in the head of a page that the server delivers
const StructuredData = lazy(async () => ({
  default: (await import('../features/media/structured-data.tsx')).StructuredData,
}));

const SampleWindow = lazy(async () => ({
  default: (await import('../features/sample/sample-views.ts')).SampleWindow,
}));

const ReauthDialog = lazy(async () => ({ default: (await import('./reauth-dialog.tsx')).ReauthDialog }));

const DESCRIPTION_MAX = 160;

function Waiting() {
  return (
    <div className={`wrap ${styles.page}`} role="status" aria-label="Loading eBook">
      <div className={styles.crumbsWaiting} />
      <Spread
        cover={<Skeleton ratio="2 / 3" />}
        head={
          <>
            <Skeleton width="5rem" />
            <Skeleton height="4rem" />
            <Skeleton width="50%" />
          </>
        }
        offer={
          <>
            <Skeleton height="4rem" />
            <Skeleton height="16rem" />
          </>
        }
        words={<Skeleton height="8rem" />}
        sample={<Skeleton height="36rem" />}
        facts={null}
      />
    </div>
  );
}

/** What the reader can do with the book; `isKnown` once access is loaded, and at once without a session. */
const useOffer = (item: MediaItem) => {
  const session = useSession();
  const access = useQuery({ ...libraryQueries.access(item._id), enabled: session !== null });
  return {
    offer: offerOf(item, session !== null && access.data === true),
    isKnown: session === null || access.data !== undefined,
    isPending: access.isPending,
  };
};

/** The sample in full window; owners are redirected to the reader. */
function SampleOnly({ item }: { item: MediaItem }) {
  const session = useSession();
  const { offer, isPending } = useOffer(item);
  if (session && isPending) return <Waiting />;
  return offer === 'owned' ? <Navigate to={paths.read(item._id)} replace /> : <SampleWindow item={item} />;
}

function Detail({ item }: { item: MediaItem }) {
  const navigate = useNavigate();
  const isPainted = useAfterPaint();
  const { offer, isKnown, isPending } = useOffer(item);
  const onBuy = (): void => startCheckout(paths.ebook(item._id), navigate);
  const onePress = useOnePress(item, isKnown && offer === 'sale', onBuy);
  return (
    <>
      <div className={`wrap ${styles.page}`} data-type={item.mediaType}>
        <Breadcrumbs
          parents={[
            { to: paths.library, label: 'Digital library' },
            { to: paths.ebooks, label: 'eBooks' },
          ]}
          current={item.title}
          language={item.language}
        />
        <BookSpread
          item={item}
          offer={offer}
          isKnown={isKnown}
          head={<TitleBlock item={item} />}
          onBuy={onBuy}
          onePress={onePress.buttons}
        >
          <ContentNotes notes={item.contentNotes} />
        </BookSpread>
      </div>
      {isPainted && (
        <Suspense>
          <BelowFold item={item} />
        </Suspense>
      )}
      {onePress.finder}
      <PageCheckout
        item={item}
        Login={ReauthDialog}
        onePress={onePress}
        canBuy={isPending ? undefined : offer === 'sale'}
      />
    </>
  );
}

export function EbookPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const ebook = useQuery(catalogQueries.ebook(id));
  if (ebook.isPending) return <Waiting />;
  if (!ebook.data || isNotFound(ebook.error)) {
    if (isNotFound(ebook.error)) return <TitleMissing type="ebook" />;
    return (
      <div className={`wrap ${styles.failed}`}>
        <PageHead title="eBook" />
        <PageHeading className="vh">eBook</PageHeading>
        <ErrorNote onRetry={ebook.refetch}>Failed to load eBook</ErrorNote>
      </div>
    );
  }
  const item = ebook.data;
  return (
    <>
      <PageHead
        title={`${item.title} by ${item.author}`}
        translate="no"
        description={truncate(item.description, DESCRIPTION_MAX)}
      />
      <Suspense>
        <StructuredData item={item} />
      </Suspense>
      {params.get('preview') === 'true' ? (
        <Suspense fallback={<Waiting />}>
          <SampleOnly item={item} />
        </Suspense>
      ) : (
        <Detail key={id} item={item} />
      )}
    </>
  );
}
