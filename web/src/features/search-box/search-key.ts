import { preferences } from '../../lib/preferences.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** The search field of the page, or the one of the header; on a phone the link to the search page. */
const searchTarget = (): HTMLElement | undefined =>
  ['main input[type="search"]', 'header form input', 'header a[aria-label="Search"]']
    .flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])
    .find((element) => element.checkVisibility?.() ?? true);

/** The key `/` opens the search from any page, unless single-key shortcuts are off. @returns a function that stops */
export const watchSearchKey = (): (() => void) => {
  const listen = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key !== '/' || !isPlain || !preferences.get().keys || isTyping(event.target)) return;
    const target = searchTarget();
    if (!target) return;
    event.preventDefault();
    if (target instanceof HTMLAnchorElement) target.click();
    else target.focus();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
};
