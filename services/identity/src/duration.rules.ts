const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @returns the seconds of `7d`, `12h`, `30m`, `900s` or a bare number of seconds; null for any other text */
export const parseDuration = (text: string): number | null => {
  const [, amount, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit] ?? Number.NaN);
  return seconds > 0 ? seconds : null;
};
