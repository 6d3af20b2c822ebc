import type { MediaItem } from '@satrangi/contracts';
import { buttonLook, Cover, scriptProps } from '@satrangi/kit';
import { CardTitle } from '../../lib/card-title.tsx';
import { isRead } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { openingSentences } from '../../lib/opening-sentences.ts';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { titleOrUntitled, truncate } from '../../lib/text.ts';
import { minutesText } from '../../lib/times.ts';
import { WaveBars } from '../../lib/wave-bars.tsx';
import styles from './archive.module.css';

/** The card shows the first 80 characters (WEB-56) and goes on to the end of their sentence. */
const ABOUT = { least: 80, most: 240 };

/** The waveform of a recording with its duration; the duration alone when it was not measured. */
function Recording({ item: { waveform, duration } }: { item: MediaItem }) {
  if (!waveform && duration === null) return null;
  return (
    <p className={styles.recording}>
      {waveform && <WaveBars waveform={waveform} className={styles.wave} />}
      {duration !== null && <span className="num">{minutesText(duration)}</span>}
    </p>
  );
}

/** A card of the archives: picture, waveform of an oral history, title, creator, description, price and a link. */
export function ArchiveCard({ item }: { item: MediaItem }) {
  const { _id: id, mediaType, title, creator, description, language, year, contentNotes } = item;
  const shape = isRead(mediaType) ? 'book' : 'still';
  const about = openingSentences(description, ABOUT) || truncate(description, ABOUT.least);
  return (
    <article className={styles.card} data-type={mediaType} data-shape={shape}>
      <Cover of={item} shape={shape} className={styles.picture} />
      {mediaType === 'oralhistory' && <Recording item={item} />}
      <div className={styles.words}>
        <CardTitle of={item} />
        <p className={styles.by}>
          <bdi {...scriptProps(creator, language)}>{creator}</bdi>
          {year !== null && <span className="num">, {year}</span>}
        </p>
        <p className={styles.about} {...scriptProps(about, language)}>
          {about}
        </p>
        {contentNotes.length > 0 && <p className={styles.notes}>Content notes: {contentNotes.join(', ')}</p>}
        {(item.isFree || item.isForSale) && (
          <p className={styles.price}>
            <Price of={item} />
          </p>
        )}
        <Link
          {...buttonLook({ size: 's' }, styles.link)}
          to={paths.media(mediaType, id)}
          aria-label={`View Details: ${titleOrUntitled(title)}`}
        >
          View Details
        </Link>
      </div>
    </article>
  );
}
