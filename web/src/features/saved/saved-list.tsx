import type { Saved } from '@satrangi/contracts';
import { Button, buttonLook, Cover, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { useRef } from 'react';
import list from '../../lib/card-list.module.css';
import { CardTitle } from '../../lib/card-title.tsx';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { useChangeSaved, useSavedTitles } from '../../lib/saved/saved.ts';
import { useSession } from '../../lib/session.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import styles from './saved-list.module.css';

const FAILED = 'We could not change your list. Please try again.';

function SavedCard({ saved, onRemove }: { saved: Saved; onRemove: () => void }) {
  const { media, mediaType } = saved;
  return (
    <article className={styles.card} data-type={mediaType}>
      <Cover of={media} className={styles.cover} />
      <div className={styles.words}>
        <CardTitle of={media} as="h2" opens="link" />
        <p className={styles.by}>
          <bdi {...scriptProps(media.author, media.language)}>{media.author}</bdi>
        </p>
        <p className={styles.facts}>
          <span className="muted">{kinds[mediaType].name}</span>
          <Price of={saved} />
        </p>
        <Button
          size="s"
          aria-label={`Remove ${titleOrUntitled(media.title)} from what you saved`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </article>
  );
}

/** Titles saved for later, newest first, with their prices. */
export function SavedList() {
  const session = useSession();
  const titles = useSavedTitles();
  const { change, error } = useChangeSaved();
  const top = useRef<HTMLDivElement>(null);
  if (titles.isPending)
    return (
      <div role="status" aria-label="Loading what you saved" className={list.list}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height="11rem" />
        ))}
      </div>
    );
  if (titles.isError || !titles.data)
    return <ErrorNote onRetry={() => void titles.refetch()}>Failed to load what you saved</ErrorNote>;
  const remove = (saved: Saved): void => {
    change(saved, false);
    // the pressed button is gone
    top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} className={styles.top}>
      {error && <ErrorNote>{FAILED}</ErrorNote>}
      {titles.data.length === 0 ? (
        <>
          <p>Nothing here yet. Press “Save for later” on a title that you want to come back to.</p>
          <Link {...buttonLook({ tone: 'primary' })} to={paths.library}>
            Browse the digital library
          </Link>
        </>
      ) : (
        <ul className={list.list} aria-label="Saved for later">
          {titles.data.map((saved) => (
            <li key={saved.mediaId}>
              <SavedCard saved={saved} onRemove={() => remove(saved)} />
            </li>
          ))}
        </ul>
      )}
      {!session && titles.data.length > 0 && (
        <p className={styles.keep}>
          These titles are kept in this tab only. <Link to={paths.loginThen(paths.saved)}>Log in</Link> to
          keep them.
        </p>
      )}
    </div>
  );
}
