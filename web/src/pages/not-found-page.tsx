import { buttonLook } from '@satrangi/kit';
import { useLocation } from 'react-router-dom';
import { GapShelf } from '../features/home/gap-shelf.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { isPlanned, paths } from '../lib/paths.ts';
import styles from './not-found-page.module.css';

/** The page of an unknown path; planned pages show 'Coming soon'. */
export function NotFoundPage() {
  const isComing = isPlanned(useLocation().pathname);
  const title = isComing ? 'Coming soon' : '404: Not Found';
  return (
    <>
      <PageHead title={title} />
      <div className={`wrap ${styles.page}`}>
        <PageHeading>{title}</PageHeading>
        <p>
          {isComing ? 'We are still making this page. Everything in the library is open.' : "It's gone :("}
        </p>
        <search className={styles.search}>
          <form action={paths.ebooks}>
            <label htmlFor="q">Look for a title or an author</label>
            <div>
              <input id="q" name="q" type="search" autoComplete="off" />
              <button type="submit" {...buttonLook({ tone: 'primary' })}>
                Search
              </button>
            </div>
          </form>
        </search>
        <Link to={paths.ebooks}>Browse the library</Link>
      </div>
      <GapShelf />
    </>
  );
}
