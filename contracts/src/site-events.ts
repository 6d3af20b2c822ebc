/**
 * What the site may report of a visit (checklist USE-02). Details are allow-listed by type: every other field of a
 * report is dropped, and so is a value that could be a person's.
 */
export const siteEventDetails = {
  page_view: ['page', 'mediaId', 'blogId'],
  login: ['method'],
  register: ['method'],
  publishing_submit: ['mediaType'],
  payment_initiated: ['provider', 'purpose'],
  generic: [],
} as const;

export type SiteEventType = keyof typeof siteEventDetails;
export const siteEventTypes = Object.keys(siteEventDetails) as SiteEventType[];
export const isSiteEventType = (text: unknown): text is SiteEventType =>
  typeof text === 'string' && Object.hasOwn(siteEventDetails, text);

/** Largest body of a report, in bytes. */
export const SITE_EVENT_MAX_BYTES = 4_096;
/** Reports of one address in a minute. */
export const SITE_EVENTS_PER_MINUTE = 60;
