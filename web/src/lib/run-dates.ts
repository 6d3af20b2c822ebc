import { interfaceLocale } from '@satrangi/kit/language/language';

const day = (options: Intl.DateTimeFormatOptions, iso: string): string =>
  new Intl.DateTimeFormat(interfaceLocale('en-US'), { timeZone: 'Asia/Kolkata', ...options }).format(
    new Date(iso),
  );

/** `Dec 10, 2026`: a day in India, as the storefront writes it. */
export const runDay = (iso: string): string => day({ month: 'short', day: 'numeric', year: 'numeric' }, iso);

/** `Sep 15` */
const shortDay = (iso: string): string => day({ month: 'short', day: 'numeric' }, iso);

/** `Sep 15 to Oct 31` */
export const runPeriod = (from: string, to: string): string => `${shortDay(from)} to ${shortDay(to)}`;

/** Whole days until a time, today included; 0 when it is over. */
export const daysLeft = (endsAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 86_400_000));
