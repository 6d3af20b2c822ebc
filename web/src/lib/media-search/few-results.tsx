import type { DescribedResult } from '@satrangi/contracts';
import { Cover, Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { coverShapeOf } from '../book-cover-shape.ts';
import { BookRating } from '../book-rating.tsx';
import { curatedLivePrefixes } from '../curated-queries.ts';
import { kinds } from '../kinds.ts';
import { languageName } from '../language-name.ts';
import { Link } from '../link.tsx';
import { paths } from '../paths.ts';
import { peopleQueries } from '../people-queries.ts';
import { Price } from '../price.tsx';
import { RelatedTitles } from '../related-shelf.tsx';
import { readingTime } from '../sizes.ts';
import { minutesText } from '../times.ts';
import { TitleLink } from '../title-link.tsx';
import { useLiveReload } from '../use-live-reload.ts';
import whole from '../whole-card.module.css';
import { Words } from '../words.tsx';
import { cardLevels, type Level } from './cards.tsx';
import styles from './few-results.module.css';

const loadingCards = [1, 2, 3, 4, 5, 6];

type Fact = readonly [term: string, fact: ReactNode];

const wordsOf = (words: readonly string[]): ReactNode => words.length > 0 && <Words words={words} />;

/** What is known of a title: language, length, genre and subjects. */
const factsOf = ({
  language,
  pages,
  duration,
  genres,
  tags,
  contentNotes,
}: DescribedResult): readonly Fact[] =>
  (
    [
      ['Language', languageName(language)],
      ['Length', pages !== null && `${pages} pages, ${readingTime(pages)}`],
      ['Running time', duration !== null && minutesText(duration)],
      ['Genre', wordsOf(genres)],
      ['Subjects', wordsOf(tags)],
      ['Content notes', contentNotes.join(', ')],
    ] as const
  ).filter(([, fact]) => Boolean(fact));

/** A result with what it is about. The whole entry is the target of the link of its title. */
function Entry({ result, as: Heading }: { result: DescribedResult; as: Level }) {
  const { mediaType, altTitle, creator, language, year, opening } = result;
  const shape = coverShapeOf(mediaType);
  const tagline = result.tagline?.trim() ?? '';
  return (
    <article className={`${whole.card} ${styles.entry}`} data-type={mediaType} data-shape={shape}>
      <Cover of={result} shape={shape} className={`${whole.cover} ${styles.cover}`} />
      <div className={styles.head}>
        <p className={styles.kind}>
          {kinds[mediaType].name}
          {year !== null && <span className="num">, {year}</span>}
        </p>
        <Heading className={styles.title}>
          <TitleLink of={result} />
        </Heading>
        {altTitle && (
          <p className={styles.alt} {...scriptProps(altTitle)}>
            {altTitle}
          </p>
        )}
        <p className={styles.by}>
          <Link to={paths.person(creator)} {...scriptProps(creator, language)}>
            {creator}
          </Link>
        </p>
      </div>
      <div className={styles.about}>
        {tagline && !opening.startsWith(tagline) && (
          <p className={styles.tagline} {...scriptProps(tagline, language)}>
            {tagline}
          </p>
        )}
        <p {...scriptProps(opening, language)}>{opening}</p>
      </div>
      <div className={styles.facts}>
        <p className={styles.price}>
          <Price of={result} />
        </p>
        <BookRating of={result} />
        <dl>
          {factsOf(result).map(([term, fact]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="num">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}

/** Titles to go on with after the first result, each with its reason; nothing without them. */
function MoreLikeThis({ results, level: Heading }: { results: readonly DescribedResult[]; level: Level }) {
  const id = useId();
  const { data, isPending, refetch } = useQuery({
    ...peopleQueries.related(results[0]?._id ?? ''),
    enabled: results.length > 0,
  });
  useLiveReload(curatedLivePrefixes, () => void refetch());
  const items = data?.items.filter((item) => !results.some(({ _id }) => _id === item._id));
  if (!isPending && !items?.length) return null;
  return (
    <section className={styles.more} aria-labelledby={id}>
      <Heading id={id}>More like this</Heading>
      {items ? (
        <RelatedTitles items={items} as={cardLevels[Heading]} />
      ) : (
        <div className={styles.waiting} role="status" aria-label="Loading titles like this">
          {loadingCards.map((card) => (
            <Skeleton key={card} ratio="2 / 3" />
          ))}
        </div>
      )}
    </section>
  );
}

/** One stands large, two as they are, more of them smaller. */
const manyOf = (count: number): boolean | undefined => (count === 2 ? undefined : count > 2);

/** Few results: each as an entry with what it is about, then titles like the first one. */
export function FewResults({ results, level }: { results: readonly DescribedResult[]; level: Level }) {
  return (
    <>
      <ul className={styles.list} data-many={manyOf(results.length)}>
        {results.map((result) => (
          <li key={result._id}>
            <Entry result={result} as={level} />
          </li>
        ))}
      </ul>
      <MoreLikeThis results={results} level={level} />
    </>
  );
}
