import type { NavigateFunction } from 'react-router-dom';
import { paths, withBuy } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';

/**
 * The target of Buy. The purchase is in the URL (`?buy=1`), so it survives a login and a reload: without a
 * token it is the login, which returns here; with one, the same page with the dialog open.
 */
export const checkoutAddress = (path: string, token: string | null): string =>
  token ? withBuy(path) : paths.loginThen(withBuy(path));

/** Starts the checkout of the title at `path`. */
export const startCheckout = (path: string, navigate: NavigateFunction): void => {
  Promise.resolve(navigate(checkoutAddress(path, session.token()), { preventScrollReset: true })).catch(
    () => undefined,
  );
};

/** What the checkout dialog is for, as the address says; null: it is closed. */
export const checkoutParam = (params: URLSearchParams): 'own' | 'gift' | null => {
  const value = params.get('buy');
  if (value === 'gift') return value;
  return value === '1' ? 'own' : null;
};
