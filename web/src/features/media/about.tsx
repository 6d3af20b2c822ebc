import type { MediaItem } from '@satrangi/contracts';
import { scriptProps } from '@satrangi/kit';
import { languageName } from '../../lib/language-name.ts';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import styles from './about.module.css';

type Line = readonly [term: string, fact: string];

/** Credits in display order, without unknown ones. */
const linesOf = (item: MediaItem): readonly Line[] =>
  (
    [
      ['Director', item.director],
      ['Speaker', item.speaker],
      ['Author', ['audiostory', 'magazine'].includes(item.mediaType) ? item.author : null],
      ['Narrator', item.narrator],
      ['Cast', item.cast.join(', ')],
      ['Awards', item.awards],
      ['Language', languageName(item.language)],
      ['Genres', item.genres.join(', ')],
    ] as const
  ).flatMap(([term, fact]) => (fact ? [[term, fact] as const] : []));

/** The about section: people, awards, language, genres, and tags (documentaries have none). */
export function About({ item }: { item: MediaItem }) {
  const tags = item.mediaType === 'documentary' ? [] : item.tags;
  return (
    <section className={styles.about} aria-labelledby="about-h">
      <h2 id="about-h">About</h2>
      <dl>
        {linesOf(item).map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi {...scriptProps(fact, item.language)}>{fact}</bdi>
            </dd>
          </div>
        ))}
        {tags.length > 0 && (
          <div>
            <dt>Tags</dt>
            <dd>
              <ul className={styles.tags}>
                {tags.map((tag) => (
                  <li key={tag}>
                    <Link to={withQuery(paths.library, { q: tag })}>{tag}</Link>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
