import { pagePaths } from '@satrangi/contracts/pure';

/** Leaves the back office for a page of the shop. An object, so that tests can watch it. */
export const leave = {
  to: (path: string): void => location.replace(path),
};

/** The login of the shop, which comes back to this address. */
export const loginPath = (): string =>
  `${pagePaths.login}?${new URLSearchParams({ next: location.pathname + location.search })}`;
