import { site } from './site.ts';
import { CHAT_ID_KEY, CHAT_OPEN_KEY } from './store.ts';

const FLAG = 'left';
const WITHIN_MS = 5_000;
const PRESSES = 3;

/** Dispatched on the window when the visitor leaves: what this device keeps is deleted. */
export const EXIT_EVENT = 'satrangi-exit';

/** Local storage key: somebody left. A page whose code had not loaded then catches up at the next visit. */
export const EXITED_KEY = 'exited';

/** Leaves at once: hides the page and replaces it in the history with a neutral one. */
export const leaveNow = (): void => {
  document.documentElement.dataset.left = '';
  document.title = '…';
  dispatchEvent(new Event(EXIT_EVENT));
  try {
    // what this tab showed and played is forgotten, and what was said in the chat, which would open by itself
    sessionStorage.clear();
    for (const key of [CHAT_OPEN_KEY, CHAT_ID_KEY]) localStorage.removeItem(key);
    sessionStorage.setItem(FLAG, '1');
    localStorage.setItem(EXITED_KEY, '1');
  } catch {
    // Leaving does not depend on storage.
  }
  location.replace(site.quickExitUrl);
};

/**
 * Whether Back returned to a page of this tab after Exit; such pages leave again. A typed address or a link is a new
 * visit.
 */
export const cameBackAfterExit = (): boolean => {
  try {
    if (!sessionStorage.getItem(FLAG)) return false;
    // entries of this type are of this class
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (entry?.type === 'back_forward') return true;
    sessionStorage.removeItem(FLAG);
  } catch {
    return false;
  }
  return false;
};

/** Counts presses of Shift alone. @returns true for the third press within 5 seconds */
export const shiftCounter = (now: () => number = Date.now): ((key: string) => boolean) => {
  let presses: number[] = [];
  return (key) => {
    if (key !== 'Shift') {
      presses = [];
      return false;
    }
    presses = [...presses.filter((at) => now() - at < WITHIN_MS), now()];
    if (presses.length < PRESSES) return false;
    presses = [];
    return true;
  };
};

/** Leaves on three presses of Shift and on Back after Exit. @returns a function that stops */
export const watchForExit = (isOn: () => boolean): (() => void) => {
  const isThird = shiftCounter();
  const onKey = ({ key, repeat }: KeyboardEvent): void => {
    if (!repeat && isOn() && isThird(key)) leaveNow();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && sessionStorage.getItem(FLAG)) leaveNow();
  };
  addEventListener('keydown', onKey);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('keydown', onKey);
    removeEventListener('pageshow', onShow);
  };
};
