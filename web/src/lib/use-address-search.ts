import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The search in the address, and its change, a step of the history unless it replaces the current one. A change replaces the
 * fields that differ from the search shown: the router shows an address later than it is chosen, and of two quick filters the
 * second would undo the first.
 */
export const useAddressSearch = <T extends object>(
  read: (params: URLSearchParams) => T,
  write: (search: T) => URLSearchParams,
) => {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const chosen = useRef({ params, search });
  const change = (next: T, { replace = false } = {}): void => {
    const before = chosen.current.params === params ? chosen.current.search : search;
    const all = { ...search, ...next };
    const changed = (Object.keys(all) as (keyof T)[]).filter((name) => next[name] !== search[name]);
    const merged = { ...before, ...Object.fromEntries(changed.map((name) => [name, next[name]])) };
    chosen.current = { params, search: merged };
    setParams(write(merged), { replace, preventScrollReset: true });
  };
  return [search, change] as const;
};
