import { formatMoney, fromMajor } from '@satrangi/contracts/pure';

/** Rupees with Indian grouping: `₹1,00,000`. */
export const rupees = (amount: number): string => formatMoney(fromMajor(amount, 'INR'));

/** A number with Indian grouping, to two decimals: `1,00,000`, `3.5`. */
export const grouped = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 2 });

export const percent = (value: number): string => `${grouped(Number(value.toFixed(1)))}%`;

const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
const times = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** `12 Nov 2026`, in India. */
export const dayText = (iso: string): string => days.format(new Date(iso));
/** `12 Nov 2026, 9:40 pm`, in India. */
export const timeText = (iso: string): string => times.format(new Date(iso));

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const dayMonth = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Asia/Kolkata',
});
/** `14:10`, in India. */
export const clockText = (at: number): string => clock.format(at);
/** `22 Nov, 14:10`, in India. */
export const momentText = (at: number): string => `${dayMonth.format(at)}, ${clockText(at)}`;

const monthNames = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `November 2026` of `2026-11`. */
export const monthText = (month: string): string => monthNames.format(new Date(`${month}-01T00:00:00Z`));

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `2 min ago`, `3 h ago`, then the day. */
export const agoText = (iso: string, now = Date.now()): string => {
  const past = now - Date.parse(iso);
  if (past < MINUTE_MS) return 'just now';
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min ago`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h ago`;
  return dayText(iso);
};

/** `1 order`, `2 orders`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
