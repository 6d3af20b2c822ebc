import process from 'node:process';

const POLL_MS = 500;

/**
 * Calls back once when npm, which started this process through a shell, has ended. npm passes SIGTERM to that shell only, and
 * a shell that is killed does not pass it on.
 * @returns a function that ends the watch
 */
export const onParentExit = (ended: () => void): (() => void) => {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  let seen = 0;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    seen += 1;
    // a signal to the whole group is handled first: a second request would stop at once
    if (seen < 2) return;
    clearInterval(timer);
    ended();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
};
