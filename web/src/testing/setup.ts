import { focusManager, onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { watchWindow } from './restore-window.ts';

const restoreWindow = watchWindow();

// Tests run on slow and busy machines too.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom lacks: modal dialogs, layout, painting.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
};
Object.assign(globalThis, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  // No live updates arrive by default; see fake-event-source.ts.
  EventSource: class {
    addEventListener(): void {}
    removeEventListener(): void {}
    close(): void {}
  },
});
// A page in a test is never idle, so statistics (lib/track.ts) add no request to those a test counts.
Object.assign(globalThis, { requestIdleCallback: () => 0 });
// Test images cannot be painted on a real canvas.
Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ drawImage: () => {} }) });
globalThis.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};

/** How long the window waits between two frames. */
const FRAME_MS = 17;
const FRAMES_WITHIN_MS = 20_000;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // jsdom's interval for frames may be a fake one: it ends with its next frame, or no frame would ever come again
  if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME_MS);
  vi.useRealTimers();
  session.end();
  localStorage.clear();
  sessionStorage.clear();
});

const NO_FRAMES =
  'This file leaves a window that shows no frames any more: jsdom started their interval while timers were fake. Do not call useRealTimers in a test: that is done after it.';

/** The next frame of the window; answers of fake servers still arrive before it. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(reject, FRAMES_WITHIN_MS, new Error(NO_FRAMES));
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

// The files of a worker share its window (`isolate: false` in vitest.config.ts): the next one starts like the first.
afterAll(async () => {
  await nextFrame();
  restoreWindow();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.resetModules();
});
