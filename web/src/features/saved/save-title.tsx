import { Button, ErrorNote, heartIcon, Icon } from '@satrangi/kit';
import { useChangeSaved, useSavedTitles } from '../../lib/saved/saved.ts';
import { savedOf } from '../../lib/saved/tab-saved.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import type { TitleToBegin } from '../../lib/titles-to-begin.tsx';
import styles from './saved-list.module.css';

/** Saves a title right on its card, or removes it again. */
export function SaveTitle({ title }: { title: TitleToBegin }) {
  const titles = useSavedTitles();
  const { change, error } = useChangeSaved();
  const isSaved = titles.data?.some(({ mediaId }) => mediaId === title._id) ?? false;
  const label = isSaved ? 'Saved for later' : 'Save for later';
  return (
    <div className={styles.action}>
      <Button
        size="s"
        aria-pressed={isSaved}
        aria-label={`${label}: ${titleOrUntitled(title.title)}`}
        onClick={() => change(savedOf(title), !isSaved)}
      >
        <Icon shape={heartIcon} size="s" />
        {label}
      </Button>
      {error && <ErrorNote>We could not save this title. Please try again.</ErrorNote>}
    </div>
  );
}
