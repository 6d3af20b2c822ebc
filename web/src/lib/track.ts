import type { SiteEventType } from '@satrangi/contracts/pure';

/** After the page is quiet, so that statistics never compete with what a reader waits for. */
const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
};

const report = (use: (module: typeof import('./report-site-event.ts')) => unknown): void =>
  whenIdle(() => {
    import('./report-site-event.ts').then(use).catch(() => undefined);
  });

/** Reports that a page was opened, as the pattern of its path. */
export const trackPage = (pathname: string): void => report(({ reportPage }) => reportPage(pathname));

/** Reports an event of the site. Never throws, waits for nothing, and a failure changes nothing (checklist WEB-97). */
export const track = (type: SiteEventType, details: Readonly<Record<string, string>> = {}): void =>
  report(({ reportSiteEvent }) => reportSiteEvent(type, details));
