import { RunEdit } from '../features/run-edit/run-edit.tsx';
import { useEditLink } from '../features/run-edit/use-edit-link.ts';
import { PageHead } from '../lib/page-head.tsx';
import styles from './run-edit-page.module.css';

/** `/run/edit#t={slug}.{token}`, the target of the private link in mails. */
export function RunEditPage() {
  const link = useEditLink();
  return (
    <>
      <PageHead title="Your page" />
      <div className={`wrap ${styles.page}`}>
        <RunEdit key={link?.token ?? ''} link={link} />
      </div>
    </>
  );
}
