import type { JoinedMediaType, MediaItem } from '@satrangi/contracts';
import { Prose, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { SoundStage } from '../features/audio/sound-stage.tsx';
import { Buying } from '../features/buy/buying.tsx';
import { startBuying } from '../features/buy/start-buying.ts';
import { About } from '../features/media/about.tsx';
import { AlsoLike } from '../features/media/also-like.tsx';
import { BuyBar, BuyPanel } from '../features/media/buy-panel.tsx';
import { Clip } from '../features/media/clip.tsx';
import { ContentNotes } from '../features/media/content-notes.tsx';
import { Facts } from '../features/media/facts.tsx';
import { MediaData } from '../features/media/media-data.tsx';
import { MediaHead } from '../features/media/media-head.tsx';
import { MoreInfo } from '../features/media/more-info.tsx';
import { offerOf, opens } from '../features/media/offer.ts';
import { voicesOf } from '../features/media/voices.ts';
import { FilmStage } from '../features/video/film-stage.tsx';
import { libraryQueries } from '../lib/catalog-queries.ts';
import { Crumbs } from '../lib/crumbs.tsx';
import { filesOf } from '../lib/files.ts';
import { kinds } from '../lib/kinds.ts';
import { useLeftOff } from '../lib/left-off.ts';
import { mediaQueries } from '../lib/media-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { isNotFound } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { Spread } from '../lib/spread.tsx';
import { cut } from '../lib/text.ts';
import { TitleMissing } from '../lib/title-missing.tsx';
import styles from './media-page.module.css';

const SampleStage = lazy(async () => ({
  default: (await import('../features/sample/sample-stage.tsx')).SampleStage,
}));

const LoginAgain = lazy(async () => ({ default: (await import('./login-again.tsx')).LoginAgain }));

const DESCRIPTION_MAX = 160;

export type DetailType = Exclude<JoinedMediaType, 'ebook'>;

const isFilm = (type: JoinedMediaType): boolean => type === 'shortfilm' || type === 'documentary';

function Waiting({ type }: { type: DetailType }) {
  return (
    <div className={`wrap ${styles.waiting}`} role="status" aria-label={`Loading ${kinds[type].inside}`}>
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
  const leftOff = useLeftOff(item._id, canPlay);
  const film = (
    <FilmStage item={item} canPlay={canPlay} isPlaying={isPlaying} leftOff={leftOff} onPlay={onPlay} />
  );
  if (canPlay || !item.previewUrl) return film;
  return (
    <Clip address={clipOf(item)} kind="film" poster={item.coverImage ?? item.thumbnailUrl}>
      {film}
    </Clip>
  );
}

const clipOf = (item: MediaItem): string => `${filesOf(item)}/preview-clip`;

/** The dark hall a film or a recording is shown in. */
function Hall({ item, canPlay, isPlaying, onPlay, head }: Stage) {
  return (
    <div className={styles.hall} data-theme="dark">
      <div className="wrap" data-type={item.mediaType}>
        <Crumbs ways={[kinds[item.mediaType].area]} here={item.title} language={item.language} />
        {isFilm(item.mediaType) ? (
          <Film item={item} canPlay={canPlay} isPlaying={isPlaying} onPlay={onPlay} />
        ) : (
          <SoundStage
            item={item}
            by={voicesOf(item)}
            canPlay={canPlay}
            clip={
              item.previewUrl && (
                <Clip address={clipOf(item)} kind="sound" poster={null}>
                  {null}
                </Clip>
              )
            }
          >
            {head}
          </SoundStage>
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
  const canPlay = opens(offer);
  const isRead = type === 'magazine';
  const onBuy = (): void => startBuying(paths.media(type, item._id), navigate);
  /** A film begins; a recording has its player in sight, and the focus on its button. */
  const onPlay = (): void => {
    stage.current?.scrollIntoView({ block: 'start' });
    if (isFilm(type)) setPlaying(true);
    else stage.current?.querySelector<HTMLElement>('[data-play="paused"]')?.click();
  };
  const acts = { item, offer, onBuy, onPlay: isRead ? undefined : onPlay };
  const head = <MediaHead item={item} by={voicesOf(item)} />;
  const words = (
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
      <BuyPanel {...acts} />
      <Facts item={item} />
    </div>
  );
  return (
    <>
      {isRead ? (
        <div className="wrap" data-type={type}>
          <Crumbs ways={[kinds[type].area]} here={item.title} language={item.language} />
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
            {words}
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
              {words}
            </div>
            <div className={styles.side}>{side}</div>
          </div>
        </>
      )}
      <AlsoLike item={item} />
      {(isRead || !canPlay) && <BuyBar {...acts} />}
      <Buying item={item} Login={LoginAgain} canBuy={access.isPending ? undefined : offer === 'sale'} />
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
        description={cut(item.description, DESCRIPTION_MAX)}
      />
      <MediaData item={item} />
      <Detail key={id} item={item} type={type} />
    </>
  );
}
