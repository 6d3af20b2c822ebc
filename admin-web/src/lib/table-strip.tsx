import { Button } from '@satrangi/kit';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import styles from './data-table.module.css';
import type { ColumnPlace } from './table-columns.ts';
import type { TableLayout } from './table-layout.ts';
import type { LiveRows } from './use-live-rows.ts';

const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog.tsx')).ColumnsDialog,
}));

/** Says what is held, and shows it. */
function News({ live: { news, show }, frame }: { live: LiveRows; frame: RefObject<HTMLElement | null> }) {
  return (
    <>
      <span role="status">{news}</span>
      {news && (
        <Button
          size="s"
          onClick={({ detail }) => {
            show();
            // by keyboard: the button goes, and the focus stays at the list
            if (detail === 0) frame.current?.focus();
          }}
        >
          Show
        </Button>
      )}
    </>
  );
}

type LayoutToolsProps = {
  tools: ReactNode;
  places: readonly ColumnPlace[];
  layout: TableLayout;
  onChange: (layout: TableLayout) => void;
};

/** How the table looks: columns and row height; on a phone also whether it is one. */
function LayoutTools({ places, layout, onChange, tools }: LayoutToolsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.tools}>
      {tools}
      <Button
        size="s"
        tone="quiet"
        className={styles.asTable}
        aria-pressed={layout.isTable}
        onClick={() => onChange({ ...layout, isTable: !layout.isTable })}
      >
        Show as table
      </Button>
      <Button size="s" tone="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog places={places} layout={layout} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

type TableStripProps = {
  live: LiveRows | undefined;
  bulk: ReactNode;
  frame: RefObject<HTMLElement | null>;
  tools: ReactNode;
  places: readonly ColumnPlace[];
  layout: TableLayout;
  onChange: (layout: TableLayout) => void;
};

/**
 * The strip above a table: what is held, and how the table looks; while rows are selected, what can be done with them.
 * Its place is kept free, so that the rows below do not move.
 */
export function TableStrip({ live, bulk, frame, ...look }: TableStripProps) {
  const isNews = live !== undefined && live.news !== '';
  return (
    <div className={styles.stripRow} data-bar={Boolean(bulk) || undefined}>
      <div
        className={styles.strip}
        data-news={isNews || undefined}
        data-replaced={(Boolean(bulk) && !isNews) || undefined}
      >
        {live && <News live={live} frame={frame} />}
        {!bulk && <LayoutTools {...look} />}
      </div>
      {bulk}
    </div>
  );
}
