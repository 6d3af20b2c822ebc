/** Sentences and lists of the virtual run, for pages and service. */
export const runTexts = {
  nameRequired: 'Name required',
  emailInvalid: 'Valid email required',
  activityMissing: 'Choose an activity',
  distanceInvalid: 'Distance must be > 0',
  feeInvalid: 'Enter a valid fee',
  consentMissing: 'Data consent required',
  eventUnavailable: 'Event unavailable. Please try again later.',
  registrationFailed: 'Registration failed. Please try again.',
  paymentFailed: 'Payment initiation failed.',
  closed: 'Registration has closed.',
  feeMismatch: 'The fee does not match the payment.',
  paymentUnknown: 'That payment is not known yet. Please try again in a moment.',
  paymentReturned: 'That payment was refunded.',
  pageUnknown: 'Page not found',
  cursorUnknown: 'That cursor is not valid for this list',
  linkInvalid: 'This link is not valid.',
  linkSent: 'If this page has a runner, a mail with a private link is on its way.',
  wordsTaken: 'Words for this gift are already stored.',
  runOver: 'The run is over.',
  tooMany: 'Too many requests. Please try again later.',
  syncFailed: 'Sync failed',
  manualConsent: 'The runner has agreed that this data is stored.',
  anonymous: 'Anonymous',
} as const;

export const runActivities = ['run', 'walk', 'cycle', 'wheel', 'other'] as const;
export const runPronouns = ['She/Her', 'He/Him', 'They/Them', 'Ze/Hir', 'Other'] as const;
export const runTshirtSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other'] as const;

/** Donors in the response of a page; the rest is paginated. */
export const DONORS_SHOWN = 20;
/** Gifts to a page are accepted for so many days after the end of the event. */
export const GIFTS_AFTER_END_DAYS = 7;
/** The header with the token of a private edit link. */
export const EDIT_TOKEN_HEADER = 'x-edit-token';

/** The public page of a runner. */
export const runPagePath = (slug: string): string => `/run/f/${encodeURIComponent(slug)}`;
/** The private link of a runner: slug and token in the fragment, which reaches no server and no referrer. */
export const runEditPath = (slug: string, token: string): string => `/run/edit#t=${slug}.${token}`;
