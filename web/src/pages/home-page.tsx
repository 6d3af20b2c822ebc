import { buttonLook } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Doors } from '../features/front/doors.tsx';
import { FrontTable } from '../features/front/front-table.tsx';
import { HeroShelf } from '../features/front/hero-shelf.tsx';
import { LibraryPreview } from '../features/front/library-preview.tsx';
import { Mission } from '../features/front/mission.tsx';
import { PrivateStrip } from '../features/front/private-strip.tsx';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { site } from '../lib/site.ts';
import styles from './home-page.module.css';

const DESCRIPTION =
  'Ebooks, short films, audio and oral histories by queer India, in the languages we dream in. Buy once, keep for good.';

export function HomePage() {
  const shelf = useQuery(catalogQueries.shelf());
  const free = shelf.data?.find((item) => item.isFree);
  return (
    <>
      <PageHead title={`${site.name}: queer stories from India`} description={DESCRIPTION} />
      <section className={styles.hero} aria-label="Welcome">
        <div className={`wrap ${styles.words}`}>
          <PageHeading>Stories that were always ours.</PageHeading>
          <div>
            <p className={`text muted ${styles.lede}`}>{DESCRIPTION}</p>
            <div className={styles.ways}>
              <Link {...buttonLook({ tone: 'primary', size: 'l' })} to={paths.ebooks}>
                Browse the library
              </Link>
              <Link
                {...buttonLook({ size: 'l' })}
                to={free ? paths.ebook(free._id) : `${paths.ebooks}?sort=price`}
              >
                Read one free
              </Link>
            </div>
          </div>
        </div>
        <HeroShelf />
      </section>
      <Section title="Three ways in">
        <Doors />
      </Section>
      <Section title="On the front table" more={{ to: paths.ebooks, label: 'All eBooks' }} tight>
        <FrontTable />
      </Section>
      <Mission />
      <Section title="Pick up where you left off" more={{ to: paths.library, label: 'My Library' }}>
        <LibraryPreview />
      </Section>
      <PrivateStrip />
    </>
  );
}
