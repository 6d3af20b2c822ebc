import type { MediaItem } from '@satrangi/contracts';
import { Fragment } from 'react';
import { creatorProps, creditParts } from '../../lib/credits.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { TitleHead } from '../../lib/title-head.tsx';
import styles from './media-head.module.css';
import { SellingSentence } from './selling-sentence.tsx';

/** Kind, title, credits and the sentence that sells. */
export function MediaHead({
  item,
  hasSentence = true,
}: {
  item: MediaItem;
  /** False where the sentence stands elsewhere on the page. */
  hasSentence?: boolean;
}) {
  const facts = [
    item.year === null ? '' : String(item.year),
    item.duration === null ? '' : `${Math.max(1, Math.round(item.duration))} min`,
    item.issueNumber ? `Issue ${item.issueNumber}` : '',
  ].filter((fact) => fact !== '');
  return (
    <TitleHead item={item} facts={facts}>
      <p className={styles.by}>
        {creditParts(item).map(([words, name]) => (
          <Fragment key={words}>
            {words}
            <Link to={paths.person(name)} {...creatorProps(name, item.language)}>
              {name}
            </Link>
          </Fragment>
        ))}
      </p>
      {hasSentence && <SellingSentence item={item} />}
    </TitleHead>
  );
}
