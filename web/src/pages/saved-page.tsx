import { SavedList } from '../features/saved/saved-list.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import styles from './profile-page.module.css';

/** Titles that the visitor saved for later. Only they see the list. */
export function SavedPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Saved for later" />
      <PageHeading>Saved for later</PageHeading>
      <SavedList />
    </div>
  );
}
