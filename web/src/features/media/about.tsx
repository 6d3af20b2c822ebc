import type { MediaItem } from '@satrangi/contracts';
import { castName } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { creatorProps } from '../../lib/credits.ts';
import { languageName } from '../../lib/language-name.ts';
import { Link } from '../../lib/link.tsx';
import { paths, withQuery } from '../../lib/paths.ts';
import { Words, wordProps } from '../../lib/words.tsx';
import styles from './about.module.css';

type Line = readonly [term: string, fact: string];

/** Names in display order; of a cast with their parts, as they were entered. */
const namesOf = (item: MediaItem) =>
  (
    [
      ['Director', [item.director]],
      ['Speaker', [item.speaker]],
      ['Author', [['audiostory', 'magazine'].includes(item.mediaType) ? item.author : null]],
      ['Narrator', [item.narrator]],
      ['Cast', item.cast],
    ] as const
  )
    .map(([term, names]) => ({ term, names: names.flatMap((name) => name || []) }))
    .filter(({ names }) => names.length > 0);

/** Facts in display order, without unknown ones. */
const linesOf = (item: MediaItem): readonly Line[] =>
  (
    [
      ['Awards', item.awards],
      ['Language', languageName(item.language)],
    ] as const
  ).flatMap(([term, fact]) => (fact ? [[term, fact] as const] : []));

/**
 * A name that leads to the page of its person; in `Ba: Jayaben Vora` only the person is a link. The part may be in
 * another script than the name.
 */
function Name({ entry, language }: { entry: string; language: string }) {
  const name = castName(entry);
  const part = entry.slice(0, entry.length - name.length);
  return (
    <bdi dir={scriptProps(entry, language).dir}>
      {part && <bdi {...scriptProps(part, language)}>{part}</bdi>}
      <Link to={paths.person(name)} {...creatorProps(name, language)}>
        {name}
      </Link>
    </bdi>
  );
}

/** The about section: people, awards, language, genres, and tags (documentaries have none). */
export function About({ item }: { item: MediaItem }) {
  const tags = item.mediaType === 'documentary' ? [] : item.tags;
  return (
    <section className={styles.about} aria-labelledby="about-h">
      <h2 id="about-h">About this title</h2>
      <dl>
        {namesOf(item).map(({ term, names }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <ul className={styles.names}>
                {names.map((entry) => (
                  <li key={entry}>
                    <Name entry={entry} language={item.language} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
        {linesOf(item).map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi {...scriptProps(fact, item.language)}>{fact}</bdi>
            </dd>
          </div>
        ))}
        {item.genres.length > 0 && (
          <div>
            <dt>Genres</dt>
            <dd>
              <Words words={item.genres} />
            </dd>
          </div>
        )}
        {tags.length > 0 && (
          <div>
            <dt>Tags</dt>
            <dd>
              <ul className={styles.tags}>
                {tags.map((tag) => (
                  <li key={tag}>
                    <Link to={withQuery(paths.library, { q: tag })} {...wordProps(tag)}>
                      {tag}
                    </Link>
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
