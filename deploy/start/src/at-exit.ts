const acts = new Set<() => void>();

process.on('exit', () => {
  for (const act of acts) act();
});

/**
 * Runs `act` when this process exits, however it exits except by SIGKILL: children that are still running end with it.
 * @param act must not wait
 * @returns cancels it
 */
export const atExit = (act: () => void): (() => void) => {
  acts.add(act);
  return () => acts.delete(act);
};
