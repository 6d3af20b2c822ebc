import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * A search that is kept in the address, and its change. A change replaces the fields that differ from the search shown: the
 * router shows an address later than it is chosen, and of two quick filters the second would undo the first.
 */
export const useAddressSearch = <S extends object>(
  read: (params: URLSearchParams) => S,
  write: (search: S) => URLSearchParams,
) => {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const chosen = useRef({ params, search });
  const change = (next: S, { replace = false } = {}): void => {
    const merged = { ...(chosen.current.params === params ? chosen.current.search : search) };
    for (const name of Object.keys({ ...search, ...next }) as (keyof S)[])
      if (next[name] !== search[name]) merged[name] = next[name];
    chosen.current = { params, search: merged };
    setParams(write(merged), { replace, preventScrollReset: true });
  };
  return [search, change] as const;
};
