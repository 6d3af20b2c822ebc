import type { TextSection } from '@satrangi/contracts/pure';
import { pageOfKey } from '@satrangi/contracts/pure';
import type { QueryClient } from '@tanstack/react-query';
import { sectionsQuery } from '../lib/page-sections.ts';

/** What the back office sends to the page in its preview frame: all sections of the page, with texts not saved yet. */
type PreviewMessage = { readonly preview: readonly TextSection[] };

const isMessage = (data: unknown): data is PreviewMessage =>
  typeof data === 'object' && data !== null && Array.isArray((data as PreviewMessage).preview);

/** Whether the back office of this origin shows the page in its frame. */
const isFramedByDesk = (): boolean => {
  try {
    return parent !== self && /^\/admin(?:\/|$)/.test(parent.location.pathname);
  } catch {
    // another origin
    return false;
  }
};

const showStrip = (): void => {
  const strip = document.createElement('p');
  strip.textContent = 'Preview';
  strip.setAttribute('role', 'status');
  strip.style.cssText =
    'position:fixed;inset:auto auto 0 0;z-index:100;margin:8px;padding:2px 10px;border-radius:99px;background:var(--ink);color:var(--paper);font-weight:600;pointer-events:none';
  document.body.append(strip);
};

/**
 * Shows texts that the back office sends, in place of the published ones. Messages count only when they come from the
 * frame's parent on this origin. Texts stay the same while a page is open, so the page is opened again for each message.
 */
export const startPreview = (client: QueryClient, openAgain: () => void): void => {
  if (!isFramedByDesk()) return;
  showStrip();
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== parent || !isMessage(data)) return;
    const at = scrollY;
    const page = pageOfKey(data.preview[0]?.key ?? '');
    // a page reads the key and the content of a section only
    client.setQueryData(sectionsQuery(page).queryKey, data.preview as never);
    openAgain();
    requestAnimationFrame(() => scrollTo({ top: at, behavior: 'instant' }));
  });
  parent.postMessage({ previewReady: true }, location.origin);
};
