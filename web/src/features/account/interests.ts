/** Splits at commas, without duplicates. */
export const parseInterests = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((interest) => interest.trim())
      .filter(Boolean),
  ),
];
