import type { CreatorPage, CreatorRole, Work } from '@satrangi/contracts';
import { countKinds, kindOfJoined } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { NameMissing, NameWaiting } from '../features/people/name-states.tsx';
import { BookCard } from '../lib/book-card.tsx';
import { itemLivePrefixes } from '../lib/item-live-prefixes.ts';
import { languageName } from '../lib/language-name.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths, withQuery } from '../lib/paths.ts';
import { peopleQueries } from '../lib/people-queries.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './person-page.module.css';

const roleNames: Readonly<Record<CreatorRole, string>> = {
  author: 'Wrote',
  director: 'Directed',
  narrator: 'Read aloud',
  speaker: 'Told',
  cast: 'Appears in',
};

const kindLabel = ({ mediaType }: Work): string => kindOfJoined(mediaType).label;

const noteOf = (work: Work): string =>
  work.year === null ? kindLabel(work) : `${kindLabel(work)}, ${work.year}`;

/** What there is by a person: `2 eBooks and 1 short film, in English, Hindi`. */
const summaryOf = ({ roles }: CreatorPage): string => {
  const works = [...new Map(roles.flatMap(({ items }) => items).map((work) => [work._id, work])).values()];
  const languages = [...new Set(works.map(({ language }) => languageName(language)))];
  return `${countKinds(works)}, in ${languages.join(', ')}`;
};

function Role({
  name,
  role,
  items,
  total,
}: CreatorPage['roles'][number] & {
  /** Of the person. */
  name: string;
}) {
  return (
    <section aria-labelledby={role} className={styles.role}>
      <h2 id={role}>
        {roleNames[role]} <span className="muted num">{total}</span>
      </h2>
      <ul className={styles.grid}>
        {items.map((work) => (
          <li key={work._id}>
            <BookCard item={work} note={noteOf(work)} by={work.creator === name ? null : undefined} />
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className={styles.more}>
          <Link to={withQuery(paths.search, { creator: name })}>See all {total}</Link>
        </p>
      )}
    </section>
  );
}

function Others({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="with-h" className={styles.role}>
      <h2 id="with-h">Made with</h2>
      <ul className={styles.names}>
        {names.map((name) => (
          <li key={name}>
            <Link to={paths.person(name)} {...scriptProps(name)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/people/{name}`: everything by one author, director, narrator, speaker or member of the cast. */
export function PersonPage() {
  const { id = '' } = useParams();
  const page = useQuery(peopleQueries.creator(id));
  useLiveReload(itemLivePrefixes, () => void page.refetch());
  if (page.isPending) return <NameWaiting label="Loading everything by this name" />;
  if (!page.data || isNotFound(page.error))
    return <NameMissing kind="person" name={id} error={page.error} onRetry={() => void page.refetch()} />;
  const { name, pronouns, roles, others } = page.data;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={name} />
      <header className={styles.head}>
        <PageHeading {...scriptProps(name)}>{name}</PageHeading>
        <p>
          {pronouns && <span className="muted">({pronouns}) </span>}
          {summaryOf(page.data)}
        </p>
      </header>
      {roles.map((role) => (
        <Role key={role.role} name={name} {...role} />
      ))}
      <Others names={others} />
    </div>
  );
}
