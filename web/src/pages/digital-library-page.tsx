import { libraryTexts } from '@satrangi/contracts/texts/library';
import { buttonLook } from '@satrangi/kit';
import { lazy, Suspense, useRef } from 'react';
import { Explore } from '../features/library/explore.tsx';
import { AreaHero } from '../lib/area-hero.tsx';
import { LibrarySkeleton } from '../lib/library-skeleton.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { useSession } from '../lib/session.ts';
import { useTexts } from '../lib/use-texts.ts';
import styles from './digital-library-page.module.css';

/** Loaded only for logged-in readers. */
const MyLibrary = lazy(async () => ({
  default: (await import('../features/library/own-library.tsx')).MyLibrary,
}));

export function DigitalLibraryPage() {
  const texts = useTexts(libraryTexts);
  const session = useSession();
  const collection = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHead title="Digital library" description={texts['library.hero.description']} />
      <AreaHero
        title={texts['library.hero.title']}
        lede={texts['library.hero.description']}
        why={{ title: texts['library.why.title'], body: texts['library.why.body'] }}
        collection={collection}
        hasLearnMore
      />
      <Section title="My Library">
        {session ? (
          <Suspense fallback={<LibrarySkeleton />}>
            <MyLibrary />
          </Suspense>
        ) : (
          <div className={styles.invite}>
            <p>Log in to see your titles and pick up where you left off.</p>
            <Link {...buttonLook({})} to={paths.loginThen(paths.library)}>
              Log in
            </Link>
          </div>
        )}
      </Section>
      <section className={`wrap ${styles.explore}`} aria-labelledby="explore-h">
        <div className={styles.head}>
          <h2 id="explore-h" ref={collection} tabIndex={-1}>
            Explore All Media
          </h2>
          <Link className={styles.collections} to={paths.collections}>
            Collections by our editors
          </Link>
        </div>
        <Explore />
      </section>
    </>
  );
}
