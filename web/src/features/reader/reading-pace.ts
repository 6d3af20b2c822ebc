/** Words a minute of a reader who has turned no page yet. */
const USUAL = 200;
/** Quicker is leafing through, slower is a break. */
const PACES = { least: 40, most: 700 } as const;
/** Weight of the latest page. */
const LATEST = 0.2;
const SPELLED = /[\p{L}\p{M}\p{N}]+/gu;

export const wordsIn = (text: string): number => text.match(SPELLED)?.length ?? 0;

/** The stored pace, or the usual one. */
export const paceOf = (stored: string | null): number => {
  const pace = Number(stored);
  return pace >= PACES.least && pace <= PACES.most ? pace : USUAL;
};

/** The pace after another page was read. @param ms how long it was open */
export const nextPace = (pace: number, words: number, ms: number): number => {
  const read = words / (ms / 60_000);
  return read >= PACES.least && read <= PACES.most ? pace + LATEST * (read - pace) : pace;
};

/** `about 20 minutes left in the book`; undefined for a book without words. */
export const timeLeftText = (words: number, pace: number): string | undefined => {
  if (words <= 0) return undefined;
  const minutes = words / pace;
  if (minutes < 1) return 'less than a minute left in the book';
  if (minutes < 1.5) return 'about a minute left in the book';
  if (minutes < 20) return `about ${Math.round(minutes)} minutes left in the book`;
  if (minutes < 57.5) return `about ${Math.round(minutes / 5) * 5} minutes left in the book`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? 'about an hour left in the book' : `about ${hours} hours left in the book`;
};
