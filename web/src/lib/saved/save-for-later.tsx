import type { MediaItem } from '@satrangi/contracts';
import { ApiError } from '@satrangi/contracts/pure';
import { Button, ErrorNote, heartIcon, Icon } from '@satrangi/kit';
import { useState } from 'react';
import { Link } from '../link.tsx';
import { paths } from '../paths.ts';
import { useSession } from '../session.ts';
import styles from './save-for-later.module.css';
import { useChangeSaved, useSavedTitles } from './saved.ts';
import { savedOf } from './tab-saved.ts';

const FAILED = 'We could not save this title. Please try again.';

/** Saves a title, or removes it from what is saved; then says where it is kept. */
export function SaveForLater({ item }: { item: MediaItem }) {
  const session = useSession();
  const titles = useSavedTitles();
  const { change, error } = useChangeSaved();
  const [isAnswered, setAnswered] = useState(false);
  const isSaved = titles.data?.some(({ mediaId }) => mediaId === item._id) ?? false;
  const onClick = (): void => {
    change(savedOf(item), !isSaved);
    setAnswered(true);
  };
  return (
    <>
      <Button wide tone="quiet" aria-pressed={isSaved} disabled={titles.isPending} onClick={onClick}>
        <Icon shape={heartIcon} />
        {isSaved ? 'Saved for later' : 'Save for later'}
      </Button>
      <p className={styles.note} role="status">
        {isAnswered && isSaved && !error && (
          <>
            {session ? 'It is on your private list.' : 'It is kept in this tab until you log in.'}{' '}
            <Link to={paths.saved}>See what you saved</Link>
          </>
        )}
      </p>
      {error && (
        <ErrorNote>{error instanceof ApiError && error.status < 500 ? error.message : FAILED}</ErrorNote>
      )}
    </>
  );
}
