import { mediaTypes, pagePaths, type SiteEventType } from '@satrangi/contracts/pure';
import { preferences } from './preferences.ts';
import { session } from './session.ts';

/** A page that reports more in a minute has a defect. */
const PER_MINUTE = 20;
const MINUTE_MS = 60_000;

let reported: readonly number[] = [];

/** False in discreet mode, with Global Privacy Control, and when the reader switched statistics off. */
const isAllowed = (): boolean => {
  const { discreet, statistics } = preferences.get();
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return statistics && !discreet && globalPrivacyControl !== true;
};

const isWithinLimit = (now: number): boolean => {
  reported = reported.filter((at) => now - at < MINUTE_MS);
  if (reported.length >= PER_MINUTE) return false;
  reported = [...reported, now];
  return true;
};

const mediaPages: ReadonlySet<string> = new Set(mediaTypes.map(({ page }) => page));

/** The pattern of a path, and the id of the item or post it shows. A query is never part of it. */
export const pageOf = (pathname: string): Readonly<Record<string, string>> => {
  const [first = '', id, ...rest] = pathname.split('/').filter(Boolean);
  if (id === undefined) return { page: `/${first}` };
  if (mediaPages.has(first) && rest.length === 0) return { page: `/${first}/:id`, mediaId: id };
  if (first === 'blogs' && rest.length === 0) return { page: pagePaths.blog, blogId: id };
  return { page: `/${first}/:more` };
};

/**
 * Sends one report. It survives a navigation (`keepalive`), is sent once, and never ends the session: a refused login is
 * not noticed here.
 */
export const reportSiteEvent = (type: SiteEventType, details: Readonly<Record<string, string>>): void => {
  if (!isAllowed() || !isWithinLimit(Date.now())) return;
  const token = session.token();
  fetch('/api/admin/analytics', {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ action: type, eventType: type, details }),
  }).catch(() => undefined);
};

export const reportPage = (pathname: string): void => reportSiteEvent('page_view', pageOf(pathname));
