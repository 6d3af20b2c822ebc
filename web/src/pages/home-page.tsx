import { homeTexts } from '@satrangi/contracts/texts/home';
import { buttonLook } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { HeroShelf } from '../features/home/hero-shelf.tsx';
import { catalogQueries } from '../lib/catalog-queries.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { site } from '../lib/site.ts';
import { useAfterPaint } from '../lib/use-after-paint.ts';
import { textProps, useTexts } from '../lib/use-texts.ts';
import styles from './home-page.module.css';

const below = () => import('./home-below-fold.tsx');
const OwnPreview = lazy(async () => ({ default: (await below()).OwnPreview }));
const BelowFold = lazy(async () => ({ default: (await below()).HomeBelowFold }));

/** Who comes back begins with their own titles. */
export function HomePage() {
  const { 'home.hero.title': title, 'home.hero.lede': lede } = useTexts(homeTexts);
  const session = useSession();
  const shelf = useQuery(catalogQueries.shelf());
  const isPainted = useAfterPaint();
  const free = shelf.data?.find((item) => item.isFree);
  return (
    <>
      <PageHead title={`${site.name}: queer stories from India`} description={lede} />
      <section className={styles.hero} aria-label="Welcome">
        <div className={`wrap ${styles.words}`}>
          <PageHeading isDisplay {...textProps(title)}>
            {title}
          </PageHeading>
          <div>
            <p className={`text muted ${styles.lede}`} {...textProps(lede)}>
              {lede}
            </p>
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
        {session && (
          <Suspense fallback={<div className={styles.own} />}>
            <OwnPreview />
          </Suspense>
        )}
        <HeroShelf />
      </section>
      {isPainted && (
        <Suspense>
          <BelowFold />
        </Suspense>
      )}
    </>
  );
}
