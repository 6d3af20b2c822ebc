import { buttonLook } from '@satrangi/kit';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { TitlesToBegin } from '../../lib/titles-to-begin.tsx';
import { HowToSave } from './how-to-save.tsx';
import { SaveTitle } from './save-title.tsx';
import styles from './saved-list.module.css';

/** How to save, while the list is empty, and titles to begin with: one press saves. */
export function BeginSaving({ isEmpty }: { isEmpty: boolean }) {
  return (
    <>
      {isEmpty && (
        <>
          <HowToSave />
          <Link {...buttonLook({ tone: 'primary' })} to={paths.library}>
            Browse the digital library
          </Link>
        </>
      )}
      <div className={styles.begin}>
        <TitlesToBegin actionOf={(title) => <SaveTitle title={title} />} />
      </div>
    </>
  );
}
