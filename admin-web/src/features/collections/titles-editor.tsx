import type { CuratedDraft, SuggestedItem } from '@satrangi/contracts';
import { Button, scriptProps, TextArea } from '@satrangi/kit';
import { type RefCallback, useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { moveKeys } from '../../lib/move-keys.ts';
import rows from '../../lib/row-list.module.css';
import styles from './collections.module.css';
import { type KnownTitles, titleFacts } from './title-facts.ts';
import { TitleSearch } from './title-search.tsx';

type Titles = CuratedDraft['titles'];

const REASON_MAX = 240;
const UNKNOWN = 'Not on the shelves now: readers do not see it';

type RowProps = {
  title: Titles[number];
  item: SuggestedItem | null | undefined;
  place: number;
  count: number;
  isReasonNeeded: boolean;
  onReason: (reason: string) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function Row({ title, item, place, count, isReasonNeeded, onReason, onMove, onRemove }: RowProps) {
  const name = item?.title ?? title.mediaId;
  return (
    <li className={styles.title} data-title={title.mediaId} onKeyDown={moveKeys(onMove)}>
      <p className={styles.what}>
        <span className="num muted">{place}</span>
        <b {...scriptProps(name, item?.language)}>{name}</b>
        <small>{item ? titleFacts(item) : UNKNOWN}</small>
      </p>
      <TextArea
        label={isReasonNeeded ? 'Why we picked it' : 'Why we picked it (optional)'}
        rows={2}
        maxLength={REASON_MAX}
        value={title.reason}
        onChange={({ target }) => onReason(target.value)}
      />
      <span className={styles.tools}>
        <Button
          size="s"
          data-act="up"
          aria-label={`Move ${name} up`}
          aria-disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          Up
        </Button>
        <Button
          size="s"
          data-act="down"
          aria-label={`Move ${name} down`}
          aria-disabled={place === count}
          onClick={() => onMove(1)}
        >
          Down
        </Button>
        <Button size="s" tone="quiet" data-act="remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** Where the focus goes after a row has moved or gone: the browser drops it with the element. */
type Goal = { readonly mediaId: string; readonly act: string };

type TitlesProps = {
  titles: Titles;
  known: KnownTitles;
  onChange: (titles: Titles) => void;
  onFound: (item: SuggestedItem) => void;
};

/** The changes of the titles. @returns with them the `list` that keeps the focus, and what to read out */
const useTitles = ({ titles, known, onChange, onFound }: TitlesProps) => {
  const list = useRef<HTMLOListElement>(null);
  const goal = useRef<Goal>(undefined);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (!goal.current) return;
    const { mediaId, act } = goal.current;
    goal.current = undefined;
    list.current?.querySelector<HTMLElement>(`[data-title="${mediaId}"] [data-act="${act}"]`)?.focus();
  });
  const nameOf = (mediaId: Titles[number]['mediaId']): string => known.get(mediaId)?.title ?? mediaId;

  const add = (item: SuggestedItem): void => {
    onFound(item);
    onChange([...titles, { mediaId: item._id, reason: '' }]);
    setAnnounced(`‘${item.title}’ is added as ${titles.length + 1}.`);
  };
  const move = (from: number, by: 1 | -1): void => {
    const moved = titles[from];
    const to = from + by;
    if (!moved || to < 0 || to >= titles.length) return;
    const active = document.activeElement;
    goal.current = {
      mediaId: moved.mediaId,
      act: active instanceof HTMLElement ? (active.dataset.act ?? (by === 1 ? 'down' : 'up')) : 'up',
    };
    onChange(titles.toSpliced(from, 1).toSpliced(to, 0, moved));
    setAnnounced(`‘${nameOf(moved.mediaId)}’ is now ${to + 1} of ${titles.length}.`);
  };
  const remove = (at: number): void => {
    const gone = titles[at];
    if (!gone) return;
    const rest = titles.toSpliced(at, 1);
    const next = rest[at] ?? rest.at(-1);
    if (next) goal.current = { mediaId: next.mediaId, act: 'remove' };
    onChange(rest);
    setAnnounced(`‘${nameOf(gone.mediaId)}’ is out.`);
  };
  return { list, announced, add, move, remove };
};

/**
 * The titles of a collection: search and add, a reason each, order and removal. Alt and an arrow move a title, as the
 * buttons do; what has moved is read out and keeps the focus.
 */
export function TitlesEditor({
  label,
  titles,
  known,
  isReasonNeeded,
  error,
  focusRef,
  onChange,
  onFound,
}: TitlesProps & {
  label: string;
  isReasonNeeded: boolean;
  error: string | undefined;
  focusRef: RefCallback<HTMLElement>;
}) {
  const id = useId();
  const { list, announced, add, move, remove } = useTitles({ titles, known, onChange, onFound });
  return (
    <section className={styles.titles} aria-labelledby={id} ref={focusRef} tabIndex={-1}>
      <h3 id={id}>
        {label} <small>{counted(titles.length, 'title')}</small>
      </h3>
      {error && <p className={styles.error}>{error}</p>}
      <p role="status" className="vh">
        {announced}
      </p>
      <ol ref={list} className={rows.list} aria-label={label}>
        {titles.map((title, index) => (
          <Row
            key={title.mediaId}
            title={title}
            item={known.get(title.mediaId)}
            place={index + 1}
            count={titles.length}
            isReasonNeeded={isReasonNeeded}
            onReason={(reason) => onChange(titles.with(index, { ...title, reason }))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <TitleSearch chosen={titles.map(({ mediaId }) => mediaId)} onAdd={add} />
    </section>
  );
}
