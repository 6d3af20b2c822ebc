import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWindow } from './restore-window.ts';

// What a file does to its window, and what the next file of the worker finds (`isolate: false` in vitest.config.ts).
let restore = (): void => {};
beforeEach(() => {
  restore = watchWindow();
});
afterEach(() => restore());

it('removes what a file left in the page, and its address', () => {
  const { href } = location;
  document.title = 'Left';
  document.body.append('left');
  document.body.className = 'left';
  document.documentElement.dataset.modal = '';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'left=1; Path=/';
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  performance.mark('left');
  history.pushState({ left: 1 }, '', '/left?by=a-file#here');

  restore();

  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0]);
  expect(performance.getEntriesByName('left')).toEqual([]);
  expect([location.href, history.state]).toEqual([href, null]);
});

it('restores globals and prototypes that a file replaced, and removes what it added', () => {
  const { matchMedia } = globalThis;
  const { play } = HTMLMediaElement.prototype;
  const { createObjectURL } = URL;
  Object.assign(globalThis, { matchMedia: () => null, leftByFile: 1 });
  Object.assign(document, { fonts: 1 });
  Object.assign(URL, { createObjectURL: () => 'blob:left' });
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  HTMLMediaElement.prototype.play = async () => {};

  restore();

  expect(globalThis.matchMedia).toBe(matchMedia);
  expect(HTMLMediaElement.prototype.play).toBe(play);
  expect('leftByFile' in globalThis).toBe(false);
  expect('fonts' in document).toBe(false);
  expect(URL.createObjectURL).toBe(createObjectURL);
  expect(navigator.onLine).toBe(true);
});

it('removes listeners of the window and the document', () => {
  const received = vi.fn();
  addEventListener('online', received);
  window.addEventListener('storage', received);
  document.addEventListener('play', received, true);

  restore();
  for (const name of ['online', 'storage']) dispatchEvent(new Event(name));
  document.body.dispatchEvent(new Event('play'));

  expect(received).not.toHaveBeenCalled();
});

it('stops timers that are still due', async () => {
  const ran = vi.fn();
  setTimeout(ran, 1);
  setInterval(ran, 1);

  restore();
  await new Promise((done) => setTimeout(done, 20));

  expect(ran).not.toHaveBeenCalled();
});
