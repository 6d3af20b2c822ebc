import { adminKey, adminStorage, parseStored, useAdminStorage } from './admin-storage.ts';
import type { ColumnPlace } from './table-columns.ts';

/** How an admin wants to see a table. */
export type TableLayout = {
  /** The columns that are not shown. */
  readonly hidden: readonly string[];
  /** The order of columns that were moved; columns it does not name follow. Empty: as they are written. */
  readonly order: readonly string[];
  /** Rows of 36 px, not of 44. */
  readonly isCompact: boolean;
  /** On a phone: a table that scrolls sideways, not cards. */
  readonly isTable: boolean;
};

export const usualLayout: TableLayout = { hidden: [], order: [], isCompact: false, isTable: false };

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((each) => typeof each === 'string'))] : [];

/** A stored layout. What is unknown or damaged in it is ignored. */
export const parseLayout = (text: string | null): TableLayout => {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return usualLayout;
  const { hidden, order, isCompact, isTable } = value as Readonly<Record<string, unknown>>;
  return {
    hidden: idsOf(hidden),
    order: idsOf(order),
    isCompact: isCompact === true,
    isTable: isTable === true,
  };
};

/** The columns of a table in the order of a layout. */
export const orderedPlaces = (
  places: readonly ColumnPlace[],
  { order }: TableLayout,
): readonly ColumnPlace[] => {
  const rankOf = ({ id }: ColumnPlace): number => {
    const rank = order.indexOf(id);
    return rank < 0 ? order.length : rank;
  };
  const moved = places.filter(({ canMove }) => canMove).sort((a, b) => rankOf(a) - rankOf(b));
  return places.map((place) => (place.canMove ? (moved.shift() ?? place) : place));
};

/** Which columns are shown: those of the table that may be hidden and are not. */
export const visibilityOf = (
  places: readonly ColumnPlace[],
  { hidden }: TableLayout,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(places.map(({ id, canHide }) => [id, !canHide || !hidden.includes(id)]));

/** The ids of the columns that are shown, in their order. */
export const shownColumns = (places: readonly ColumnPlace[], layout: TableLayout): readonly string[] => {
  const visible = visibilityOf(places, layout);
  return orderedPlaces(places, layout)
    .map(({ id }) => id)
    .filter((id) => visible[id]);
};

/** The layout in which a column stands one place further left or right; the same one at the ends. */
export const withMoved = (
  layout: TableLayout,
  places: readonly ColumnPlace[],
  id: string,
  step: -1 | 1,
): TableLayout => {
  const order = orderedPlaces(places, layout)
    .filter(({ canMove }) => canMove)
    .map((place) => place.id);
  const from = order.indexOf(id);
  const other = order[from + step];
  if (from < 0 || other === undefined) return layout;
  order[from + step] = id;
  order[from] = other;
  return { ...layout, order };
};

/** The layout in which a column is hidden, or shown when it was hidden. */
export const withToggled = (layout: TableLayout, id: string): TableLayout => ({
  ...layout,
  hidden: layout.hidden.includes(id) ? layout.hidden.filter((each) => each !== id) : [...layout.hidden, id],
});

const isUsual = (layout: TableLayout): boolean => JSON.stringify(layout) === JSON.stringify(usualLayout);

/** The layout of a table, of this admin and in this browser. @param name of the table, unique in the back office */
export const useTableLayout = (
  name: string,
): { readonly layout: TableLayout; readonly change: (layout: TableLayout) => void } => {
  const key = adminKey('admin-table', name);
  return {
    layout: parseLayout(useAdminStorage(key)),
    change: (layout) => adminStorage.write(key, isUsual(layout) ? null : JSON.stringify(layout)),
  };
};
