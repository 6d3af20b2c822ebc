import { useSearchParams } from 'react-router-dom';

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

/**
 * The fields of the address, which hold everything that changes what a tab shows. Empty values leave the address; a
 * change of anything but the page goes back to the first page.
 */
export const useAddress = () => {
  const [params, setParams] = useSearchParams();
  const change = (values: Readonly<Record<string, string | null>>, { replace = false } = {}): void =>
    setParams(
      (before) => {
        if (!('page' in values)) before.delete('page');
        for (const [name, value] of Object.entries(values))
          if (value === null || value === '') before.delete(name);
          else before.set(name, value);
        return before;
      },
      { replace },
    );
  return { get: (name: string): string => params.get(name) ?? '', change } as const;
};
