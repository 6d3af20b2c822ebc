/**
 * Calendar of India: "day" and "month" of numbers, bills and events mean Asia/Kolkata, which is UTC+5:30 all year.
 * Instants are stored in UTC.
 */
const OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

const shifted = (time: Date): string => new Date(time.getTime() + OFFSET_MS).toISOString();

/** `2026-11-24` of an instant. */
export const kolkataDay = (time: Date): string => shifted(time).slice(0, 10);

/** `2026-11` of an instant. */
export const kolkataMonth = (time: Date): string => shifted(time).slice(0, 7);

/** The first instant of a day (`2026-11-24`). */
export const kolkataDayStart = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS);

/** The first instant of a month (`2026-11`). */
export const kolkataMonthStart = (month: string): Date => kolkataDayStart(`${month}-01`);

/** The month `count` after a month (`2026-11`); before it, for a negative count. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, ofYear - 1 + count, 1)).toISOString().slice(0, 7);
};

/** The day `count` after a day (`2026-11-24`). */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** All days from one to another, both included. */
export const daysBetween = (from: string, to: string): string[] => {
  const length = Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`);
  const count = Math.max(0, Math.round(length / DAY_MS) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
};
