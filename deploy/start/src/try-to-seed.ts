/**
 * Adds demo content to a shop that is open already. A failure is reported and does not end the shop: it may be a login
 * that visitors have throttled. What is missing is added at the next start.
 */
export const tryToSeed = async (seed: () => Promise<void>, report: (line: string) => void): Promise<void> => {
  try {
    await seed();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(`  Demo content is not complete: ${reason} The next start adds the rest.`);
  }
};
