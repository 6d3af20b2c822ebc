const INDIA_MS = 5.5 * 3_600_000;
/** `2026-12-10T23:59`. */
const LENGTH = 16;

/** An instant as the fields of date and time show it, in India. */
export const localOf = (instant: string): string => {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : new Date(at + INDIA_MS).toISOString().slice(0, LENGTH);
};

/** The instant of a local text; the one before stays when only its seconds differ. Empty for no date. */
export const instantOf = (local: string, before: string): string => {
  if (local === localOf(before)) return before;
  const at = Date.parse(`${local}:00+05:30`);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};
