import { paths } from './paths.ts';

/** The address that opens a gift. The code is in the fragment, which is not sent to any server. */
export const giftLink = (code: string): string =>
  new URL(`${paths.gift}#code=${code.replaceAll('-', '')}`, location.origin).href;

/** A path with `?buy=gift`, which opens the checkout dialog for a gift on arrival. */
export const withGift = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}buy=gift`;
