import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { Prose, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { AudioStage } from '../features/audio/audio-stage.tsx';
import { PageCheckout } from '../features/checkout/page-checkout.tsx';
import { startCheckout } from '../features/checkout/start-checkout.ts';
import { useOnePress } from '../features/checkout/use-one-press.tsx';
import { BuyBar, BuyPanel } from '../features/media/buy-panel.tsx';
import { Clip } from '../features/media/clip.tsx';
import { Facts } from '../features/media/facts.tsx';
import { MediaHead } from '../features/media/media-head.tsx';
import { canOpen, offerOf } from '../features/media/offer.ts';
import { FilmStage } from '../features/video/film-stage.tsx';
import { Breadcrumbs } from '../lib/breadcrumbs.tsx';
import { libraryQueries } from '../lib/catalog-queries.ts';
import { creditsOf } from '../lib/credits.ts';
import { isFilm, kinds } from '../lib/kinds.ts';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useResumePosition } from '../lib/resume-position.ts';
import { descriptionAfterSentence } from '../lib/selling-sentence.ts';
import { useSession } from '../lib/session.ts';
import { truncate } from '../lib/text.ts';
import { clockText } from '../lib/times.ts';
import { TitleMissing } from '../lib/title-missing.tsx';
import styles from './media-page.module.css';

// for search engines only, and already in the head of a page that the server delivers
const StructuredData = lazy(async () => ({
  default: (await import('../features/media/structured-data.tsx')).StructuredData,
}));

// below the first screen
const BelowFold = lazy(async () => ({ default: (await import('./media-below-fold.tsx')).MediaBelowFold }));
const MediaDetails = lazy(async () => ({ default: (await import('./media-below-fold.tsx')).MediaDetails }));

// magazines only
const BookSpread = lazy(async () => ({ default: (await import('./book-spread.tsx')).BookSpread }));

const ReauthDialog = lazy(async () => ({ default: (await import('./reauth-dialog.tsx')).ReauthDialog }));

const DESCRIPTION_MAX = 160;

export type DetailType = Exclude<JoinedMediaType, 'ebook'>;

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
    <Clip item={item} kind="film">
      {film}
    </Clip>
  );
}

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
            clip={item.previewUrl && <Clip item={item} kind="sound" />}
          >
            {head}
          </AudioStage>
        )}
      </div>
    </div>
  );
}

function LateDetails(props: ComponentProps<typeof MediaDetails>) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <MediaDetails {...props} />
    </Suspense>
  );
}

type BodyProps = { readonly item: MediaItem; readonly type: DetailType };

function MagazineBody({
  item,
  type,
  offer,
  isKnown,
  onBuy,
  onePress,
}: BodyProps & Pick<ComponentProps<typeof BookSpread>, 'offer' | 'isKnown' | 'onBuy' | 'onePress'>) {
  return (
    <div className="wrap" data-type={type}>
      <Breadcrumbs parents={[kinds[type].area]} current={item.title} language={item.language} />
      <Suspense fallback={<Skeleton height="36rem" />}>
        <BookSpread
          item={item}
          offer={offer}
          isKnown={isKnown}
          head={<MediaHead item={item} hasSentence={false} />}
          onBuy={onBuy}
          onePress={onePress}
        >
          <LateDetails item={item} hasPlayer={false} />
        </BookSpread>
      </Suspense>
    </div>
  );
}

/** A film or a recording: the stage, and below it the words beside `side`. */
function StageBody({
  stage,
  item,
  type,
  canPlay,
  isPlaying,
  onPlay,
  side,
}: BodyProps &
  Omit<Stage, 'head'> & { readonly stage: RefObject<HTMLDivElement | null>; readonly side: ReactNode }) {
  const head = <MediaHead item={item} hasSentence />;
  const words = descriptionAfterSentence(item);
  return (
    <>
      <div ref={stage}>
        <Hall item={item} canPlay={canPlay} isPlaying={isPlaying} onPlay={onPlay} head={head} />
      </div>
      <div className={`wrap ${styles.columns}`} data-type={type} data-film={isFilm(type) || undefined}>
        <div className={styles.words}>
          {isFilm(type) && head}
          <Prose className={styles.blurb} {...scriptProps(words, item.language)}>
            {words}
          </Prose>
          <LateDetails item={item} hasPlayer={canPlay} />
        </div>
        <div className={styles.side}>{side}</div>
      </div>
    </>
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
  const onePress = useOnePress(item, access.data === false && offer === 'sale', onBuy);
  /** Starts a film; scrolls to the player of a recording and starts it. */
  const onPlay = (): void => {
    stage.current?.scrollIntoView({ block: 'start' });
    if (isFilm(type)) setPlaying(true);
    else stage.current?.querySelector<HTMLElement>('[data-play="paused"]')?.click();
  };
  const startAt = useResumePosition(item._id, canPlay && !isMagazine);
  const leftAt = startAt > 0 ? clockText(startAt) : null;
  const actions = {
    item,
    offer,
    onBuy,
    onePress: onePress.buttons,
    leftAt,
    onPlay: isMagazine ? undefined : onPlay,
  };
  return (
    <>
      {isMagazine ? (
        <MagazineBody
          item={item}
          type={type}
          offer={offer}
          isKnown={session === null || access.data !== undefined}
          onBuy={onBuy}
          onePress={onePress.buttons}
        />
      ) : (
        <StageBody
          stage={stage}
          item={item}
          type={type}
          canPlay={canPlay}
          isPlaying={isPlaying}
          onPlay={() => setPlaying(true)}
          side={
            <div>
              <BuyPanel {...actions} />
              <Facts item={item} />
            </div>
          }
        />
      )}
      <Suspense>
        <BelowFold item={item} />
      </Suspense>
      {!isMagazine && !canPlay && <BuyBar {...actions} />}
      {onePress.finder}
      <PageCheckout
        item={item}
        Login={ReauthDialog}
        onePress={onePress}
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
        translate="no"
        description={truncate(item.description, DESCRIPTION_MAX)}
      />
      <Suspense>
        <StructuredData item={item} />
      </Suspense>
      <Detail key={id} item={item} type={type} />
    </>
  );
}
