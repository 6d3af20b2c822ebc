import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { session } from '../lib/session.ts';

// A busy machine may take its time; a test that fails still fails.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom lacks of a browser: modal dialogs, the size of things, painting.
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
  // Nothing live arrives by itself; a test that wants a message says so.
  EventSource: class {
    addEventListener(): void {}
    removeEventListener(): void {}
    close(): void {}
  },
});
// A canvas of its own would paint; pictures here are made up and can not be painted.
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
