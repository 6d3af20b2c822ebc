import type { MediaItem } from '@satrangi/contracts';
import { Skeleton, scriptProps } from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import { languageName } from '../../lib/language-name.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { sellingSentence } from '../../lib/selling-sentence.ts';
import { readingTime } from '../../lib/sizes.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import { minutesText } from '../../lib/times.ts';
import { type GiftItem, useCatalogItem } from './gift-item.ts';
import styles from './gift-titles.module.css';

/** Length and language, as far as they are known. */
const factsOf = ({ pages, duration, language }: MediaItem): string[] =>
  [
    pages === null ? '' : `${pages} pages, ${readingTime(pages)}`,
    duration === null ? '' : minutesText(duration),
    language.startsWith('en') ? '' : languageName(language),
  ].filter((fact) => fact !== '');

function GiftTitle({ item, isLinked }: { item: GiftItem; isLinked: boolean }) {
  const { media, mediaType, title, creator, language } = item;
  const found = useCatalogItem(item);
  const sentence = found && sellingSentence(found);
  const name = titleOrUntitled(title);
  return (
    <li className={styles.item} data-type={mediaType}>
      <p className={styles.kind}>
        <b>{kinds[mediaType].name}</b>
        {found &&
          factsOf(found).map((fact) => (
            <span key={fact} className="num">
              {fact}
            </span>
          ))}
      </p>
      <h3 className={styles.title} {...scriptProps(title, language)}>
        {isLinked ? <Link to={paths.media(mediaType, media)}>{name}</Link> : name}
      </h3>
      {creator && (
        <p className={styles.by}>
          <bdi {...scriptProps(creator, language)}>{creator}</bdi>
        </p>
      )}
      {found === undefined && <Skeleton width="min(18rem, 100%)" height="1.4rem" />}
      {sentence && (
        <p className={styles.sentence} {...scriptProps(sentence, found.language)}>
          {sentence}
        </p>
      )}
    </li>
  );
}

/** The titles of a gift: kind, length, title, creator and one sentence each. */
export function GiftTitles({
  items,
  isLinked = false,
}: {
  items: readonly GiftItem[];
  /** Links to their pages, for who has them. */
  isLinked?: boolean;
}) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <GiftTitle key={`${item.media} ${item.format}`} item={item} isLinked={isLinked} />
      ))}
    </ul>
  );
}
