/** What was typed between commas, each once. */
export const interestsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((interest) => interest.trim())
      .filter(Boolean),
  ),
];
