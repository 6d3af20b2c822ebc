import {
  arrowRightIcon,
  Button,
  buttonLook,
  Cover,
  checkCircleIcon,
  ErrorNote,
  exitIcon,
  Skeleton,
  scriptProps,
} from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import { dateText } from '../../lib/dates.ts';
import { HowItWorks } from '../../lib/how-it-works.tsx';
import { keptQuery } from '../../lib/kept/kept-query.ts';
import { canKeep, eraseTitle, keptShellBytes } from '../../lib/kept/kept-titles.ts';
import { Link } from '../../lib/link.tsx';
import { fileKindOf } from '../../lib/media-files.ts';
import { paths } from '../../lib/paths.ts';
import { bytesText } from '../../lib/sizes.ts';
import styles from './kept-list.module.css';

const howToKeep = [
  {
    icon: arrowRightIcon,
    sentence:
      'Press “Keep on this device” on the page of a title that is yours. It says how much room it takes.',
  },
  {
    icon: checkCircleIcon,
    sentence: 'It opens without a connection for 30 days: on a train, in a lift, far from any network.',
  },
  {
    icon: exitIcon,
    sentence: 'Anyone who uses this browser can see that it is here. Logging out and Exit delete it.',
  },
];

/** How much room everything takes: the titles, and once the pages that open them. */
function RoomTaken({ titles }: { titles: readonly { readonly bytes: number }[] }) {
  const pages = keptShellBytes();
  if (pages === 0) return null;
  const all = titles.reduce((sum, { bytes }) => sum + bytes, pages);
  return (
    <p className="small muted num">
      All of it takes {bytesText(all)}. The pages that open the titles are {bytesText(pages)} of this: they
      are kept once, and deleted with the last title.
    </p>
  );
}

/** The titles that this device keeps. It needs no connection. @param onPlay plays a recording */
export function KeptList({ onPlay }: { onPlay: (id: string) => void }) {
  const client = useQueryClient();
  const kept = useQuery(keptQuery());
  const remove = async (id: string): Promise<void> => {
    await eraseTitle(id);
    await client.invalidateQueries({ queryKey: ['kept'] });
  };
  if (!canKeep()) return <p>This browser cannot keep titles.</p>;
  if (kept.isPending) return <Skeleton height="6rem" />;
  if (!kept.data)
    return <ErrorNote onRetry={() => void kept.refetch()}>The titles on this device did not load.</ErrorNote>;
  if (kept.data.length === 0)
    return (
      <div className={styles.empty}>
        <p>Nothing is kept here yet. You can keep books and recordings that are yours.</p>
        <HowItWorks points={howToKeep} />
        <Link {...buttonLook({ tone: 'primary' })} to={paths.library}>
          My Library
        </Link>
      </div>
    );
  return (
    <>
      <ul className={styles.list}>
        {kept.data.map(
          ({ id, mediaType, title, author, language, cover = null, thumbnailUrl = null, bytes, until }) => (
            <li key={id}>
              <Cover
                of={{ title, author, language, cover, thumbnailUrl }}
                shape={coverShapeOf(mediaType)}
                className={styles.cover}
              />
              <p className={styles.title}>
                <bdi {...scriptProps(title, language)}>{title}</bdi>
              </p>
              <p className="muted">
                <bdi {...scriptProps(author, language)}>{author}</bdi>
              </p>
              <p className="small muted num">
                {bytesText(bytes)}, until {dateText(until)}
              </p>
              <div className={styles.acts}>
                {fileKindOf(mediaType) === 'audio' ? (
                  <Button tone="primary" aria-label={`Play ${title}`} onClick={() => onPlay(id)}>
                    Play
                  </Button>
                ) : (
                  <Link {...buttonLook({ tone: 'primary' })} to={paths.read(id)} aria-label={`Read ${title}`}>
                    Read
                  </Link>
                )}
                <Button aria-label={`Delete from this device: ${title}`} onClick={() => void remove(id)}>
                  Delete from this device
                </Button>
              </div>
            </li>
          ),
        )}
      </ul>
      <RoomTaken titles={kept.data} />
    </>
  );
}
