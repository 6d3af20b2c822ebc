import { site } from './site.ts';
import { safeStorage } from './store.ts';

const FLAG = 'left';
const WITHIN_MS = 5_000;
const PRESSES = 3;

/** Dispatched on the window when the visitor leaves: what this device keeps is deleted. */
export const EXIT_EVENT = 'satrangi-exit';

/**
 * Local storage keys that Exit removes: the chat, the contact fields of the run's form, places in titles, and what a visitor
 * without a login has marked. Marks of a reader stay until the server has them.
 */
const FORGOTTEN = /^(ai_|virtualRun|place:|\w+:visitor:)/;

/** Local storage key: somebody left. A page whose code had not loaded then catches up at the next visit. */
export const EXITED_KEY = 'exited';

/** Leaves at once: hides the page and replaces it in the history with a neutral one. */
export const leaveNow = (): void => {
  document.documentElement.dataset.left = '';
  document.title = '…';
  dispatchEvent(new Event(EXIT_EVENT));
  safeStorage.remove(FORGOTTEN);
  try {
    sessionStorage.clear();
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
    const hasLeft = sessionStorage.getItem(FLAG);
    // entries of this type are of this class
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (hasLeft && entry?.type === 'back_forward') return true;
    sessionStorage.removeItem(FLAG);
  } catch {
    // Exit has stored nothing.
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

/** Leaves on three presses of Shift and on Back after Exit, as long as the page is open. */
export const watchForExit = (isOn: () => boolean): void => {
  const isThird = shiftCounter();
  addEventListener('keydown', ({ key, repeat }) => {
    if (!repeat && isOn() && isThird(key)) leaveNow();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && sessionStorage.getItem(FLAG)) leaveNow();
  });
};
