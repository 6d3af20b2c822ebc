import type { NavigateFunction } from 'react-router-dom';
import { paths, withBuy } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';

/**
 * Where Buy leads. The wish to buy lives in the address (`?buy=1`), so it survives a login and a reload:
 * without a token first to the login, which comes back here; with one the same page with the dialog open.
 */
export const buyAddress = (path: string, token: string | null): string =>
  token ? withBuy(path) : paths.loginThen(withBuy(path));

/** Starts buying the title of the page at `path`. */
export const startBuying = (path: string, navigate: NavigateFunction): void => {
  Promise.resolve(navigate(buyAddress(path, session.token()), { preventScrollReset: true })).catch(
    () => undefined,
  );
};

/** Should the buyer dialog stand open? Only for someone signed in. */
export const wantsToBuy = (params: URLSearchParams, token: string | null): boolean =>
  token !== null && params.get('buy') === '1';
