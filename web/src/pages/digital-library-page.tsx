import { Button, buttonLook, caretDownIcon, Icon } from '@satrangi/kit';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Explore } from '../features/library/explore.tsx';
import { OwnLibrary } from '../features/library/own-library.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { Section } from '../lib/section.tsx';
import { useSession } from '../lib/session.ts';
import styles from './digital-library-page.module.css';

/** Said until the house writes its own words under these keys. */
const texts = {
  'library.hero.title': 'The digital library',
  'library.hero.description':
    'Novels, memoirs, poems and plays by queer India, in the languages they were dreamt in. Read a sample of every title, buy once, keep for good.',
  'library.why.title': 'Why it matters',
  'library.why.body':
    'For a long time our stories were told by others, or in whispers, or not at all. A library says that somebody was here: it keeps the words, in the language they were said in, where the next reader can find them. Every title here pays the person who made it, and nothing about what you read is told to anybody.',
} as const;

export function DigitalLibraryPage() {
  const session = useSession();
  const collection = useRef<HTMLHeadingElement>(null);
  const why = useRef<HTMLDetailsElement>(null);

  const explore = (): void => {
    collection.current?.scrollIntoView({ block: 'start' });
    collection.current?.focus({ preventScroll: true });
  };
  const learn = (): void => {
    if (!why.current) return;
    why.current.open = true;
    why.current.querySelector('summary')?.focus();
    why.current.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <PageHead title="Digital library" description={texts['library.hero.description']} />
      <section className={`wrap ${styles.hero}`} aria-label="Welcome">
        <div>
          <PageHeading>{texts['library.hero.title']}</PageHeading>
          <p className={styles.lede}>{texts['library.hero.description']}</p>
          <div className={styles.ways}>
            <Button tone="primary" size="l" onClick={explore}>
              Explore Collection
            </Button>
            <Button size="l" onClick={learn}>
              Learn More
            </Button>
          </div>
        </div>
        <details ref={why} className={styles.why}>
          <summary>
            {texts['library.why.title']}
            <Icon shape={caretDownIcon} size="s" />
          </summary>
          <p className="text">{texts['library.why.body']}</p>
        </details>
      </section>
      {session ? (
        <Section title="My Library">
          <OwnLibrary />
        </Section>
      ) : (
        <Section title="My Library">
          <div className={styles.invite}>
            <p>Keep your place: log in</p>
            <Link {...buttonLook({})} to={paths.loginThen(paths.library)}>
              Log in
            </Link>
          </div>
        </Section>
      )}
      <section className={`wrap ${styles.explore}`} aria-labelledby="explore-h">
        <h2 id="explore-h" ref={collection} tabIndex={-1}>
          Explore All Media
        </h2>
        <Explore />
      </section>
    </>
  );
}
