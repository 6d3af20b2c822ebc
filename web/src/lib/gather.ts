const FIRST_MS = 300;
const LONGEST_MS = 5_000;

/**
 * Acts once for all that is told within a moment: 300 ms, and up to half as much more so that pages do not all act at
 * once. While more goes on coming the moment doubles, up to 5 s.
 */
export const gather = (act: () => void): { readonly tell: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let momentMs = FIRST_MS;
  let quietFrom = 0;
  const end = (): void => {
    timer = undefined;
    quietFrom = Date.now() + momentMs;
    act();
  };
  return {
    tell: () => {
      if (timer !== undefined) return;
      momentMs = Date.now() < quietFrom ? Math.min(LONGEST_MS, momentMs * 2) : FIRST_MS;
      timer = setTimeout(end, momentMs * (1 + Math.random() / 2));
    },
    stop: () => clearTimeout(timer),
  };
};
