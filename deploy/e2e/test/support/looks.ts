/** The looks in which pages are audited: widths of a phone and a computer, light and dark. */
import process from 'node:process';

/** All rules of axe run once for each width and each theme; the nightly looks repeat those about colours. */
type Look = {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly rules: 'everything' | 'colours';
};
type Looks = readonly [Look, ...Look[]];

/** Nightly runs audit all looks. A pull request audits each width and each theme once at most: its minutes are limited (20.7). */
export const isNightly = process.env.SIZE === 'nightly';

const PULL_REQUEST: readonly [Look, Look] = [
  { width: 360, colorScheme: 'light', rules: 'everything' },
  { width: 1280, colorScheme: 'dark', rules: 'everything' },
];

const NIGHTLY: Looks = [
  ...PULL_REQUEST,
  { width: 360, colorScheme: 'dark', rules: 'colours' },
  { width: 1280, colorScheme: 'light', rules: 'colours' },
];

export const LOOKS: Looks = isNightly ? NIGHTLY : PULL_REQUEST;

/**
 * The looks of one of many pages: in a pull request one, in turn, so that each width and each theme has half of the pages.
 * @param turn the number of the page in its list
 */
export const looksInTurn = (turn: number): Looks => {
  const [phone, computer] = PULL_REQUEST;
  return isNightly ? NIGHTLY : [turn % 2 === 0 ? phone : computer];
};

/** The looks of a page whose width is set already: those of a phone below 600 px, otherwise those of a computer. */
export const looksAt = (width: number): readonly Look[] =>
  LOOKS.filter((look) => look.width < 600 === width < 600);
