import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { session } from '../lib/session.ts';

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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  session.end();
  localStorage.clear();
  sessionStorage.clear();
});
