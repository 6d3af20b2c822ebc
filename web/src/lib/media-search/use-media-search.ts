import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type MediaSearch, readSearch, writeSearch } from './filters.ts';

/**
 * The search in the address, and its change, a step of the history. A change replaces the fields that differ from the search
 * shown: the router shows an address later than it is chosen, and of two quick filters the second would undo the first.
 */
export const useMediaSearch = () => {
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const chosen = useRef({ params, search });
  const change = (next: MediaSearch): void => {
    const before = chosen.current.params === params ? chosen.current.search : search;
    const all = { ...search, ...next };
    const changed = (Object.keys(all) as (keyof MediaSearch)[]).filter((name) => next[name] !== search[name]);
    const merged = { ...before, ...Object.fromEntries(changed.map((name) => [name, next[name]])) };
    chosen.current = { params, search: merged };
    setParams(writeSearch(merged), { preventScrollReset: true });
  };
  return [search, change] as const;
};
