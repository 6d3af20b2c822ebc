import type { PersonWork } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { Cover, scriptProps } from '@satrangi/kit';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import { BookRating } from '../../lib/book-rating.tsx';
import { languageName } from '../../lib/language-name.ts';
import { Price } from '../../lib/price.tsx';
import { minutesText } from '../../lib/times.ts';
import { TitleLink } from '../../lib/title-link.tsx';
import whole from '../../lib/whole-card.module.css';
import styles from './wide-title.module.css';

/** Kind, year and language. */
const kindText = ({ mediaType, year, language }: PersonWork): string =>
  [
    kindOfJoined(mediaType).label,
    ...(year === null ? [] : [year]),
    ...(language.startsWith('en') ? [] : [languageName(language)]),
  ].join(', ');

function Length({ pages, duration }: Pick<PersonWork, 'pages' | 'duration'>) {
  if (pages !== null) return <span className="num">{pages} pages</span>;
  return duration === null ? null : <span className="num">{minutesText(duration)}</span>;
}

/** A title with the beginning of its description. The whole entry is the target of its one link. */
export function WideTitle({
  work,
  by,
  isLarge,
}: {
  work: PersonWork;
  /** Who made it, when that is somebody else. */
  by: string | null;
  /** It is the only one of its row. */
  isLarge: boolean;
}) {
  const shape = coverShapeOf(work.mediaType);
  return (
    <article
      className={`${whole.card} ${styles.work}`}
      data-type={work.mediaType}
      data-shape={shape}
      data-large={isLarge || undefined}
    >
      <Cover of={work} shape={shape} className={`${whole.cover} ${styles.cover}`} />
      <div className={styles.head}>
        <p className={styles.kind}>{kindText(work)}</p>
        <h3 className={styles.title}>
          <TitleLink of={work} />
        </h3>
        {work.altTitle && (
          <p className={styles.alt} {...scriptProps(work.altTitle, 'en')}>
            {work.altTitle}
          </p>
        )}
        {by && (
          <p className={styles.by}>
            <bdi {...scriptProps(by, work.language)}>{by}</bdi>
          </p>
        )}
      </div>
      <div className={styles.rest}>
        {work.opening && (
          <p className={`text ${styles.opening}`} {...scriptProps(work.opening, work.language)}>
            {work.opening}
          </p>
        )}
        <div className={styles.facts}>
          <b>
            <Price of={work} />
          </b>
          <Length pages={work.pages} duration={work.duration} />
          <BookRating of={work} />
        </div>
      </div>
    </article>
  );
}
