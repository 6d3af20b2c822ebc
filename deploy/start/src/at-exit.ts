const acts: (() => void)[] = [];

process.on('exit', () => {
  for (const act of acts) act();
});

/**
 * Runs `act` when this process exits, however it exits except by SIGKILL: children that are still running end with it.
 * @param act must not wait, and does nothing when its child has ended
 */
export const atExit = (act: () => void): void => {
  acts.push(act);
};
