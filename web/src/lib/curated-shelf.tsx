import type { CuratedShelf as Shelf, CuratedWork as Work } from '@satrangi/contracts';
import { kindOfJoined } from '@satrangi/contracts/pure';
import { arrowRightIcon, Cover, Icon, scriptProps } from '@satrangi/kit';
import { type ReactNode, useId } from 'react';
import { BookCard } from './book-card.tsx';
import { coverShapeOf } from './book-cover-shape.ts';
import styles from './curated-shelf.module.css';
import { languageName } from './language-name.ts';
import { Link } from './link.tsx';
import { paths } from './paths.ts';
import { Price } from './price.tsx';
import row from './shelf-row.module.css';
import { TitleLink } from './title-link.tsx';
import whole from './whole-card.module.css';

const kindText = ({ mediaType, language }: Work): string => {
  const kind = kindOfJoined(mediaType).label;
  return language.startsWith('en') ? kind : `${kind}, ${languageName(language)}`;
};

/** A title of a collection with the reason of the editors. The whole card is the target of its one link. */
function CuratedWork({ work, children }: { work: Work; children?: ReactNode }) {
  return (
    <article className={`${whole.card} ${styles.work}`} data-type={work.mediaType}>
      <Cover of={work} shape={coverShapeOf(work.mediaType)} className={whole.cover} />
      <div className={styles.facts}>
        <p className={styles.kind}>{kindText(work)}</p>
        <h3 className={styles.title}>
          <TitleLink of={work} />
        </h3>
        <p className={styles.by}>
          <bdi {...scriptProps(work.creator, work.language)}>{work.creator}</bdi>
        </p>
        <p className={styles.price}>
          <Price of={work} />
        </p>
        {work.reason && (
          <blockquote className={styles.reason} {...scriptProps(work.reason)}>
            {work.reason}
          </blockquote>
        )}
        {children}
      </div>
    </article>
  );
}

/** What a shelf shows below a title, for example a button. */
type ActionOf = (work: Work) => ReactNode;

function Works({ items, actionOf }: { items: readonly Work[]; actionOf?: ActionOf | undefined }) {
  return items.map((work) => (
    <li key={work._id}>
      <CuratedWork work={work}>{actionOf?.(work)}</CuratedWork>
    </li>
  ));
}

/** All titles of a collection in the order of the editors. */
export function CuratedTitles({ items }: { items: readonly Work[] }) {
  return (
    <section aria-labelledby="titles-h">
      <h2 id="titles-h" className="vh">
        Titles
      </h2>
      <ol className={styles.works}>
        <Works items={items} />
      </ol>
    </section>
  );
}

/** Staff picks with a reason each, on a shelf. */
const PICKS_MAX = 3;

/** A collection with its first titles. Staff picks show why each was chosen. */
export function CuratedShelf({ shelf, actionOf }: { shelf: Shelf; actionOf?: ActionOf | undefined }) {
  const id = useId();
  const { slug, name, sentence, isStaffPicks, total, items } = shelf;
  return (
    <section className={styles.shelf} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} {...scriptProps(name)}>
          {name}
        </h2>
        <Link className={styles.more} to={paths.collectionOf(slug)}>
          {total === 1 ? 'The collection' : `All ${total} titles`} <Icon shape={arrowRightIcon} size="s" />
        </Link>
        <p {...scriptProps(sentence)}>{sentence}</p>
      </div>
      {isStaffPicks ? (
        <ul className={styles.picks}>
          <Works items={items.slice(0, PICKS_MAX)} actionOf={actionOf} />
        </ul>
      ) : (
        <ul className={row.list}>
          {items.map((work) => (
            <li key={work._id}>
              <BookCard item={work} />
              {actionOf?.(work)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
