import { arrowLeftIcon, arrowRightIcon, Button, Dialog, Icon, IconButton } from '@satrangi/kit';
import { useState } from 'react';
import styles from './columns-dialog.module.css';
import type { ColumnPlace } from './table-columns.ts';
import {
  orderedPlaces,
  type TableLayout,
  usualLayout,
  visibilityOf,
  withMoved,
  withToggled,
} from './table-layout.ts';

type LayoutProps = {
  /** The columns of the table as they are written. */
  readonly places: readonly ColumnPlace[];
  readonly layout: TableLayout;
  readonly onChange: (layout: TableLayout) => void;
};

type Props = {
  place: ColumnPlace;
  isShown: boolean;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
};

function ColumnLine({ place: { id, label, canHide, canMove }, isShown, onToggle, onMove }: Props) {
  return (
    <li>
      <label>
        <input type="checkbox" name={id} checked={isShown} disabled={!canHide} onChange={onToggle} />
        {label}
      </label>
      {canMove ? (
        <span className={styles.moves}>
          <IconButton label={`Move ${label} left`} onClick={() => onMove(-1)}>
            <Icon shape={arrowLeftIcon} size="s" />
          </IconButton>
          <IconButton label={`Move ${label} right`} onClick={() => onMove(1)}>
            <Icon shape={arrowRightIcon} size="s" />
          </IconButton>
        </span>
      ) : (
        <span className={styles.fixed}>Always here</span>
      )}
    </li>
  );
}

function RowHeight({ layout, onChange }: Omit<LayoutProps, 'places'>) {
  const option = (label: string, isCompact: boolean) => (
    <label>
      <input
        type="radio"
        name="row-height"
        checked={layout.isCompact === isCompact}
        onChange={() => onChange({ ...layout, isCompact })}
      />
      {label}
    </label>
  );
  return (
    <fieldset className={styles.heights}>
      <legend>Row height</legend>
      {option('Comfortable', false)}
      {option('Compact', true)}
    </fieldset>
  );
}

/** Shows, hides and moves the columns of a table, and sets the height of its rows. A change is seen and kept at once. */
export function ColumnsDialog({ places, layout, onChange, onClose }: LayoutProps & { onClose: () => void }) {
  const [news, setNews] = useState('');
  const ordered = orderedPlaces(places, layout);
  const visible = visibilityOf(places, layout);
  const move = ({ id, label }: ColumnPlace, step: -1 | 1): void => {
    const next = withMoved(layout, places, id, step);
    const at = orderedPlaces(places, next).findIndex((place) => place.id === id) + 1;
    setNews(`${label} is column ${at} of ${places.length}.`);
    onChange(next);
  };
  return (
    <Dialog open title="Columns" onClose={onClose}>
      <div className={styles.columns}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
        <ul role="list">
          {ordered.map((place) => (
            <ColumnLine
              key={place.id}
              place={place}
              isShown={visible[place.id] === true}
              onToggle={() => onChange(withToggled(layout, place.id))}
              onMove={(step) => move(place, step)}
            />
          ))}
        </ul>
        <p role="status" className={styles.news}>
          {news}
        </p>
        <RowHeight layout={layout} onChange={onChange} />
        <p className={styles.note}>Kept in this browser, for you and this list only.</p>
        <div className={styles.buttons}>
          <Button
            onClick={() => {
              onChange({ ...usualLayout, isTable: layout.isTable });
              setNews('All columns are as they were at first.');
            }}
          >
            Reset
          </Button>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
