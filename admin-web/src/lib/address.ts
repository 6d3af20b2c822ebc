import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const KEY = 'admin-last:';

/** Saves the last address of a tab in this browser tab, so that its filters survive leaving and coming back. */
export const saveAddress = (tab: string, address: string): void => {
  try {
    sessionStorage.setItem(KEY + tab, address);
  } catch {
    // Then the tab opens without its filters.
  }
};

/** The last address of a tab in this browser tab. */
export const lastAddress = (tab: string): string | null => {
  try {
    return sessionStorage.getItem(KEY + tab);
  } catch {
    return null;
  }
};

/** The numbers of rows that a page can have. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** The page and its size of the address; `usual` when it names no size of the list. */
export const readPaging = (
  get: (name: string) => string,
  usual: PageSize,
): { readonly page: number; readonly size: PageSize } => ({
  page: Math.max(1, Math.floor(Number(get('page'))) || 1),
  size: pageSizes.find((size) => String(size) === get('size')) ?? usual,
});

/** The fields of the address that are not empty. */
export const filledFields = (
  get: (name: string) => string,
  names: readonly string[],
): { readonly [name: string]: string } =>
  Object.fromEntries(names.map((name) => [name, get(name)] as const).filter(([, value]) => value !== ''));

type Change = Readonly<Record<string, string | null>>;

/** Fields of the address that leave the rows as they are. */
const keepsPage = (values: Change): boolean => 'page' in values || 'open' in values;

/**
 * The fields of the address, which hold everything that changes what a tab shows. Empty values leave the address; a
 * change of anything but the page and the open row goes back to the first page.
 */
export const useAddress = () => {
  const [params, setParams] = useSearchParams();
  const change = (
    values: Change,
    { replace = false, state }: { replace?: boolean; state?: unknown } = {},
  ): void =>
    setParams(
      (before) => {
        if (!keepsPage(values)) before.delete('page');
        for (const [name, value] of Object.entries(values))
          if (value === null || value === '') before.delete(name);
          else before.set(name, value);
        return before;
      },
      { replace, state },
    );
  return { get: (name: string): string => params.get(name) ?? '', change } as const;
};

/** Whether the browser has been told to go back and has not done so yet. */
let isGoingBack = false;

/**
 * The row that is open in the drawer, in `open=` of the address. Back closes it: opening adds one place to the history,
 * going from row to row adds none. Closing twice at once goes back once, so the list stays open.
 */
export const useOpened = () => {
  const { get, change } = useAddress();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const opened = get('open');
  const wasPushed = typeof state === 'object' && state !== null && 'opened' in state;
  return {
    opened,
    open: (key: string): void =>
      opened
        ? change({ open: key }, { replace: true, state })
        : change({ open: key }, { state: { opened: true } }),
    close: (): void => {
      if (!wasPushed) change({ open: null }, { replace: true });
      else if (!isGoingBack) {
        isGoingBack = true;
        // it comes also when unsaved changes hold the navigation back
        addEventListener(
          'popstate',
          () => {
            isGoingBack = false;
          },
          { once: true },
        );
        void navigate(-1);
      }
    },
  } as const;
};
