import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { counted } from './format.ts';
import { type LiveList, mergeLiveRows } from './live-rows.ts';
import { noteOwnAct, recentOwnAct } from './own-acts.ts';

/** Time after the pointer has left the table in which its rows still do not move. */
const HAND_MS = 3_000;

/** What a table reports about the hand of the admin, and the change that is held for it. */
export type LiveRows = {
  /** `2 new orders`; empty when nothing is held. */
  readonly news: string;
  readonly show: () => void;
  readonly setSelecting: (isSelecting: boolean) => void;
  /** The table with its bar: on the way to the bar the hand is still on the list. */
  readonly root: RefObject<HTMLDivElement | null>;
  readonly handProps: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
};

/** Whether the pointer or the focus is in a table, or rows of it are selected. */
const useHand = () => {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    // no blur is fired for a row that was removed with the focus in it
    if (isFocused && !root.current?.contains(document.activeElement)) setFocused(false);
  });
  const parts: Pick<LiveRows, 'root' | 'handProps' | 'setSelecting'> = {
    root,
    setSelecting,
    handProps: {
      onPointerEnter: () => {
        clearTimeout(leaving.current);
        setPointed(true);
      },
      onPointerLeave: () => {
        clearTimeout(leaving.current);
        leaving.current = setTimeout(() => setPointed(false), HAND_MS);
      },
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
  return { isOn: isPointed || isFocused || isSelecting, parts };
};

/** The address without the open row. It also notes a change of it as an act of the admin. */
const useListAddress = (): string => {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete('open');
  const address = `${pathname}?${params}`;
  useEffect(() => {
    if (address) noteOwnAct();
  }, [address]);
  return address;
};

/**
 * Keeps the rows of a list in their place while the hand of the admin is on it, when other admins or readers change the
 * list. The first new answer after an act of the admin is taken as its result, and shown at once. The held change is announced by `live`, for the `DataTable` of the rows.
 * @param rows the same array as long as the answer is the same
 * @param noun one row, as in `2 new orders`
 * @param isOpen whether a row of the list is open in a drawer
 * @param placeOf the value that decides the place of a row, for a list that the browser sorts
 */
export const useLiveRows = <Row>({
  rows,
  total,
  isPlaceholder = false,
  rowKey,
  noun,
  isOpen,
  placeOf,
}: {
  readonly rows: readonly Row[] | undefined;
  readonly total: number | undefined;
  readonly isPlaceholder?: boolean;
  readonly rowKey: (row: Row) => string;
  readonly noun: string;
  readonly isOpen: boolean;
  readonly placeOf?: (row: Row) => string;
}): { readonly rows: readonly Row[] | undefined; readonly live: LiveRows } => {
  const scope = `${useListAddress()} ${isPlaceholder}`;
  const { isOn, parts } = useHand();
  const incoming: LiveList<Row> = { scope, rows, total: total ?? 0 };
  const shown = useRef(incoming);
  const answer = useRef({ rows, act: 0 });
  const [, renderAgain] = useState({});
  const act = recentOwnAct();
  const isOwnResult = rows !== answer.current.rows && act > answer.current.act;
  const isHeld = (isOn || isOpen) && !isOwnResult;
  const { list, held } = mergeLiveRows(shown.current, incoming, { isHeld, rowKey, placeOf });
  useLayoutEffect(() => {
    shown.current = list;
    if (rows !== answer.current.rows) answer.current = { rows, act: Math.max(act, answer.current.act) };
  });
  const news = held && (held.fresh > 0 ? counted(held.fresh, `new ${noun}`) : 'This list has changed');
  const show = (): void => {
    shown.current = incoming;
    renderAgain({});
  };
  return { rows: list.rows, live: { ...parts, news: news || '', show } };
};
