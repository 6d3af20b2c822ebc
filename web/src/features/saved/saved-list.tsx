import type { Saved } from '@satrangi/contracts';
import { Button, Cover, ErrorNote, Skeleton, scriptProps } from '@satrangi/kit';
import { lazy, Suspense, useRef, useState } from 'react';
import { coverShapeOf } from '../../lib/book-cover-shape.ts';
import list from '../../lib/card-list.module.css';
import { CardTitle } from '../../lib/card-title.tsx';
import { kinds } from '../../lib/kinds.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { Price } from '../../lib/price.tsx';
import { useChangeSaved, useSavedTitles } from '../../lib/saved/saved.ts';
import { useSession } from '../../lib/session.ts';
import { titleOrUntitled } from '../../lib/text.ts';
import frame from '../../lib/title-card.module.css';
import styles from './saved-list.module.css';

/** A list with fewer titles has titles to begin with below it. */
const FEW = 3;

/** Loaded only for a short list. */
const BeginSaving = lazy(async () => ({ default: (await import('./begin-saving.tsx')).BeginSaving }));

const FAILED = 'We could not change your list. Please try again.';

function SavedCard({ saved, onRemove }: { saved: Saved; onRemove: () => void }) {
  const { media, mediaType } = saved;
  return (
    <article className={frame.card} data-type={mediaType}>
      <Cover of={media} shape={coverShapeOf(mediaType)} className={frame.cover} />
      <div className={`${frame.words} ${styles.words}`}>
        <CardTitle of={media} as="h2" opens="link" />
        <p className="muted small">
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

const countText = (count: number): string =>
  count === 1 ? '1 title. Only you see this list.' : `${count} titles. Only you see this list.`;

/**
 * Titles saved for later, newest first, with their prices. An empty list says how to save; a short one has titles to begin
 * with, which stay while they are saved.
 */
export function SavedList() {
  const session = useSession();
  const titles = useSavedTitles();
  const { change, error } = useChangeSaved();
  const top = useRef<HTMLDivElement>(null);
  const [wasShort, setWasShort] = useState(false);
  const isEmpty = titles.data?.length === 0;
  if (titles.data && titles.data.length < FEW && !wasShort) setWasShort(true);
  if (titles.isPending)
    return (
      <div role="status" aria-label="Loading what you saved" className={list.list}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height="11rem" />
        ))}
      </div>
    );
  if (!titles.data)
    return <ErrorNote onRetry={() => void titles.refetch()}>Failed to load what you saved</ErrorNote>;
  const remove = (saved: Saved): void => {
    change(saved, false);
    // the pressed button is gone
    top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} className={styles.top}>
      {error && <ErrorNote>{FAILED}</ErrorNote>}
      <p className={styles.count} role="status">
        {isEmpty ? '' : countText(titles.data.length)}
      </p>
      {isEmpty ? (
        <p className={styles.lead}>Nothing here yet. Keep titles here that you want to come back to.</p>
      ) : (
        <ul className={list.list} aria-label="Saved for later">
          {titles.data.map((saved) => (
            <li key={saved.mediaId}>
              <SavedCard saved={saved} onRemove={() => remove(saved)} />
            </li>
          ))}
        </ul>
      )}
      {!session && !isEmpty && (
        <p className="small">
          These titles are kept in this tab only. <Link to={paths.loginThen(paths.saved)}>Log in</Link> to
          keep them.
        </p>
      )}
      {wasShort && (
        <Suspense>
          <BeginSaving isEmpty={isEmpty} />
        </Suspense>
      )}
    </div>
  );
}
