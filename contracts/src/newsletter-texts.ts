/** Days in which the link of a confirmation mail works. */
export const CONFIRMATION_DAYS = 7;

/** The sentences of the newsletter, as pages and mail programs show them. */
export const newsletterTexts = {
  emailInvalid: 'Please enter a valid email address.',
  requested: 'Thank you. Please confirm using the link we have just sent you.',
  subscribed: 'You are subscribed.',
  unsubscribed: 'You have been unsubscribed.',
  linkOver: 'This link is over.',
  linkInvalid: 'This link is not valid.',
  tooMany: 'Too many requests. Please try again later.',
} as const;

/** The subject of the confirmation mail, as a locked phone shows it. */
export const CONFIRMATION_SUBJECT = 'Please confirm your email address';
