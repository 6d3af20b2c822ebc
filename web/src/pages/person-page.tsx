import type { CreatorPage, CreatorRole, PersonWork } from '@satrangi/contracts';
import { isPerson, kindOfJoined, PERSON_LIVE_PREFIX } from '@satrangi/contracts/pure';
import { Skeleton, scriptProps } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { About } from '../features/people/about.tsx';
import { NameMissing, NameWaiting } from '../features/people/name-states.tsx';
import { BookCard } from '../lib/book-card.tsx';
import { itemLivePrefixes } from '../lib/item-live-prefixes.ts';
import { KindCounts } from '../lib/kind-counts.tsx';
import { languageName } from '../lib/language-name.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths, withQuery } from '../lib/paths.ts';
import { peopleQueries } from '../lib/people-queries.ts';
import { isNotFound } from '../lib/query-client.ts';
import { useLiveReload } from '../lib/use-live-reload.ts';
import styles from './person-page.module.css';

/** Requested with the page, so that it arrives while its answer does; a failure is that of its first use. */
const loadWide = () => import('../features/people/wide-title.tsx');
loadWide().catch(() => undefined);
const WideTitle = lazy(async () => ({ default: (await loadWide()).WideTitle }));
const MoreTitles = lazy(async () => ({
  default: (await import('../features/people/more-titles.tsx')).MoreTitles,
}));

const livePrefixes = [PERSON_LIVE_PREFIX, ...itemLivePrefixes];

const roleNames: Readonly<Record<CreatorRole, string>> = {
  author: 'Wrote',
  director: 'Directed',
  narrator: 'Read aloud',
  speaker: 'Told',
  cast: 'Appears in',
};

const noteOf = ({ mediaType, year }: PersonWork): string =>
  [kindOfJoined(mediaType).label, year ?? []].flat().join(', ');

/** The titles of a page, each once, as it stands under its first role. */
const worksOf = ({ roles }: CreatorPage): PersonWork[] => {
  const works = new Map<string, PersonWork>();
  for (const work of roles.flatMap(({ items }) => items)) if (!works.has(work._id)) works.set(work._id, work);
  return [...works.values()];
};

type RoleProps = CreatorPage['roles'][number] & {
  /** Of the person. */
  name: string;
  /** Titles that are shown with their beginning. */
  wide: ReadonlySet<PersonWork>;
};

function Title({ work, name, wide, items }: { work: PersonWork } & Omit<RoleProps, 'role' | 'total'>) {
  const by = work.creator === name ? null : work.creator;
  if (wide.has(work))
    return (
      <Suspense fallback={<Skeleton height="21rem" />}>
        <WideTitle work={work} by={by} isLarge={items.length === 1} />
      </Suspense>
    );
  return <BookCard item={work} note={noteOf(work)} by={by === null ? null : undefined} />;
}

function Role({ name, role, items, total, wide }: RoleProps) {
  const isWide = items.some((work) => wide.has(work));
  return (
    <section aria-labelledby={role} className={styles.role}>
      <h2 id={role}>
        {roleNames[role]} {!isWide && <span className="muted num">{total}</span>}
      </h2>
      <ul className={isWide ? styles.wide : styles.grid}>
        {items.map((work) => (
          <li key={work._id}>
            <Title work={work} name={name} wide={wide} items={items} />
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

/** `/people/{name}`: who somebody is, everything by them, and what to go on with. */
export function PersonPage() {
  const { id = '' } = useParams();
  const page = useQuery(peopleQueries.creator(id));
  useLiveReload(livePrefixes, () => void page.refetch());
  if (page.isPending) return <NameWaiting label="Loading everything by this name" />;
  if (!page.data || isNotFound(page.error))
    return <NameMissing kind="person" name={id} error={page.error} onRetry={() => void page.refetch()} />;
  const { name, pronouns, about, roles, others } = page.data;
  const works = worksOf(page.data);
  const wide = new Set(works.filter(({ opening }) => opening !== undefined));
  const languages = [...new Set(works.map(({ language }) => languageName(language)))];
  // of those of one year the first
  const [newest] = works.toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0));
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={name} translate={isPerson(name) ? 'no' : undefined} description={about?.text} />
      <header className={styles.head}>
        <PageHeading {...(isPerson(name) ? scriptProps(name) : {})}>{name}</PageHeading>
        <p>
          {pronouns && <span className="muted">({pronouns}) </span>}
          <KindCounts items={works} /> · {languages.join(', ')}
        </p>
        {about && <About {...about} />}
      </header>
      {roles.map((role) => (
        <Role key={role.role} name={name} wide={wide} {...role} />
      ))}
      <Others names={others} />
      {newest && (
        <Suspense>
          <MoreTitles from={newest} except={new Set(works.map(({ _id }) => _id))} />
        </Suspense>
      )}
    </div>
  );
}
