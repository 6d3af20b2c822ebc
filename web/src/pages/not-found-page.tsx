import { buttonLook } from '@satrangi/kit';
import { GapShelf } from '../features/home/gap-shelf.tsx';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import styles from './not-found-page.module.css';

/** The page of an unknown path. */
export function NotFoundPage() {
  return (
    <>
      <PageHead title="404: Not Found" />
      <div className={`wrap ${styles.page}`}>
        <PageHeading isDisplay>404: Not Found</PageHeading>
        <p>It's gone :(</p>
        <search className={styles.search}>
          <form action={paths.search}>
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
