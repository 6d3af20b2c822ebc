import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { Prose, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { AudioStage } from '../features/audio/audio-stage.tsx';
import { PageCheckout } from '../features/checkout/page-checkout.tsx';
import { startCheckout } from '../features/checkout/start-checkout.ts';
import { About } from '../features/media/about.tsx';
import { BuyBar, BuyPanel } from '../features/media/buy-panel.tsx';
import { Clip } from '../features/media/clip.tsx';
import { ContentNotes } from '../features/media/content-notes.tsx';
import { creditsOf } from '../features/media/credits.ts';
import { Facts } from '../features/media/facts.tsx';
import { MediaHead } from '../features/media/media-head.tsx';
import { MoreInfo } from '../features/media/more-info.tsx';
import { canOpen, offerOf } from '../features/media/offer.ts';
import { FilmStage } from '../features/video/film-stage.tsx';
import { Breadcrumbs } from '../lib/breadcrumbs.tsx';
import { libraryQueries } from '../lib/catalog-queries.ts';
import { kinds } from '../lib/kinds.ts';
import { filesPath } from '../lib/media-files.ts';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useResumePosition } from '../lib/resume-position.ts';
import { useSession } from '../lib/session.ts';
import { Spread } from '../lib/spread.tsx';
import { truncate } from '../lib/text.ts';
import { TitleMissing } from '../lib/title-missing.tsx';
import styles from './media-page.module.css';

const SampleStage = lazy(async () => ({
  default: (await import('../features/sample/sample-stage.tsx')).SampleStage,
}));

// for search engines only, and already in the head of a page that the server delivers
const StructuredData = lazy(async () => ({
  default: (await import('../features/media/structured-data.tsx')).StructuredData,
}));

// below everything else, and filled by a request of its own
const AlsoLike = lazy(async () => ({
  default: (await import('../features/media/also-like.tsx')).AlsoLike,
}));

const ReauthDialog = lazy(async () => ({ default: (await import('./reauth-dialog.tsx')).ReauthDialog }));

const DESCRIPTION_MAX = 160;

export type DetailType = Exclude<JoinedMediaType, 'ebook'>;

const isFilm = (type: JoinedMediaType): boolean => type === 'shortfilm' || type === 'documentary';

function Waiting({ type }: { type: DetailType }) {
  return (
    <div className={`wrap ${styles.waiting}`} role="status" aria-label={`Loading ${kinds[type].inSentence}`}>
      <p className="vh">Loading...</p>
      <Skeleton {...(isFilm(type) ? { ratio: '16 / 9' } : { height: '24rem' })} />
      <Skeleton width="5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="8rem" />
    </div>
  );
}

type Stage = {
  readonly item: MediaItem;
  readonly canPlay: boolean;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly head: ReactNode;
};

function Film({ item, canPlay, isPlaying, onPlay }: Omit<Stage, 'head'>) {
  const startAt = useResumePosition(item._id, canPlay);
  const film = (
    <FilmStage item={item} canPlay={canPlay} isPlaying={isPlaying} startAt={startAt} onPlay={onPlay} />
  );
  if (canPlay || !item.previewUrl) return film;
  return (
    <Clip url={clipOf(item)} kind="film" poster={item.coverImage ?? item.thumbnailUrl}>
      {film}
    </Clip>
  );
}

const clipOf = (item: MediaItem): string => `${filesPath(item)}/preview-clip`;

/** The dark stage of a film or recording. */
function Hall({ item, canPlay, isPlaying, onPlay, head }: Stage) {
  return (
    <div className={styles.hall} data-theme="dark">
      <div className="wrap" data-type={item.mediaType}>
        <Breadcrumbs parents={[kinds[item.mediaType].area]} current={item.title} language={item.language} />
        {isFilm(item.mediaType) ? (
          <Film item={item} canPlay={canPlay} isPlaying={isPlaying} onPlay={onPlay} />
        ) : (
          <AudioStage
            item={item}
            by={creditsOf(item)}
            canPlay={canPlay}
            clip={
              item.previewUrl && (
                <Clip url={clipOf(item)} kind="sound" poster={null}>
                  {null}
                </Clip>
              )
            }
          >
            {head}
          </AudioStage>
        )}
      </div>
    </div>
  );
}

function Detail({ item, type }: { item: MediaItem; type: DetailType }) {
  const session = useSession();
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const access = useQuery({ ...libraryQueries.access(item._id), enabled: session !== null });
  const offer = offerOf(item, session !== null && access.data === true);
  const canPlay = canOpen(offer);
  const isMagazine = type === 'magazine';
  const onBuy = (): void => startCheckout(paths.media(type, item._id), navigate);
  /** Starts a film; scrolls to the player of a recording and starts it. */
  const onPlay = (): void => {
    stage.current?.scrollIntoView({ block: 'start' });
    if (isFilm(type)) setPlaying(true);
    else stage.current?.querySelector<HTMLElement>('[data-play="paused"]')?.click();
  };
  const actions = { item, offer, onBuy, onPlay: isMagazine ? undefined : onPlay };
  const head = <MediaHead item={item} by={creditsOf(item)} />;
  const description = (
    <>
      <Prose className={styles.blurb} {...scriptProps(item.description, item.language)}>
        {item.description}
      </Prose>
      <About item={item} />
      <div className={styles.more}>
        <MoreInfo item={item} />
        <ContentNotes notes={item.contentNotes} />
      </div>
    </>
  );
  const side = (
    <div>
      <BuyPanel {...actions} />
      <Facts item={item} />
    </div>
  );
  return (
    <>
      {isMagazine ? (
        <div className="wrap" data-type={type}>
          <Breadcrumbs parents={[kinds[type].area]} current={item.title} language={item.language} />
          <Spread
            head={head}
            stage={
              <Suspense fallback={<Skeleton height="36rem" />}>
                <SampleStage
                  item={item}
                  opensWhole={session === null || access.data !== undefined ? canPlay : undefined}
                  key={item.fileId}
                />
              </Suspense>
            }
          >
            {side}
            {description}
          </Spread>
        </div>
      ) : (
        <>
          <div ref={stage}>
            <Hall
              item={item}
              canPlay={canPlay}
              isPlaying={isPlaying}
              onPlay={() => setPlaying(true)}
              head={head}
            />
          </div>
          <div className={`wrap ${styles.columns}`} data-type={type} data-film={isFilm(type) || undefined}>
            <div className={styles.words}>
              {isFilm(type) && head}
              {description}
            </div>
            <div className={styles.side}>{side}</div>
          </div>
        </>
      )}
      <Suspense>
        <AlsoLike item={item} />
      </Suspense>
      {(isMagazine || !canPlay) && <BuyBar {...actions} />}
      <PageCheckout
        item={item}
        Login={ReauthDialog}
        canBuy={access.isPending ? undefined : offer === 'sale'}
      />
    </>
  );
}

/** The page of a film, a recording or a magazine: `/{type}/{id}`. */
export function MediaPage({ type }: { type: DetailType }) {
  const { id = '' } = useParams();
  const media = useQuery(mediaQueries.one(type, id));
  if (media.isPending) return <Waiting type={type} />;
  if (!media.data || isNotFound(media.error))
    return (
      <TitleMissing
        type={type}
        {...(isNotFound(media.error) ? {} : { onRetry: () => void media.refetch() })}
      />
    );
  const item = media.data;
  return (
    <>
      <PageHead
        title={`${item.title} by ${item.creator}`}
        description={truncate(item.description, DESCRIPTION_MAX)}
      />
      <Suspense>
        <StructuredData item={item} />
      </Suspense>
      <Detail key={id} item={item} type={type} />
    </>
  );
}
