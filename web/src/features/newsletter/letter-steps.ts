import { ApiError, newsletterTexts } from '@satrangi/contracts/pure';
import { api } from '../../lib/api.ts';
import { site } from '../../lib/site.ts';
import { failureText } from './failure-text.ts';
import type { LetterLink } from './use-letter-link.ts';

/** How a link ended: with its effect, or because it is too old or damaged. */
export type Outcome = 'done' | 'over' | 'invalid';

type Step = {
  readonly title: string;
  readonly question: string;
  readonly action: string;
  readonly busy: string;
  readonly send: (token: string) => Promise<unknown>;
  readonly failed: string;
  /** Heading and text of each outcome. */
  readonly outcomes: Readonly<Record<Outcome, readonly [heading: string, text: string]>>;
};

const requestAgain = 'Ask for a new one.';

/** The texts of the page for each kind of link. Only the button changes something, not opening the link. */
export const letterSteps: Readonly<Record<LetterLink['purpose'], Step>> = {
  confirm: {
    title: 'Confirm your subscription',
    question:
      "Somebody asked us to send our letter to your address. Press Confirm if that was you. If it was not, close this page: we won't send anything.",
    action: 'Confirm',
    busy: 'Confirming…',
    send: (token) => api.cms.confirmSubscription({ body: { token } }),
    failed: 'Your subscription could not be confirmed. Try again.',
    outcomes: {
      done: [
        newsletterTexts.subscribed,
        'The next letter comes to your address. You can leave with one press, from every letter.',
      ],
      over: [newsletterTexts.linkOver, requestAgain],
      invalid: [newsletterTexts.linkInvalid, `Open it from the mail once more. ${requestAgain}`],
    },
  },
  leave: {
    title: 'Leave the newsletter?',
    question: 'Press Unsubscribe, and no more letters come. We delete your address; nobody asks you why.',
    action: 'Unsubscribe',
    busy: 'Unsubscribing…',
    send: (token) => api.cms.unsubscribe({ query: { token } }),
    failed: 'You could not be unsubscribed. Try again.',
    outcomes: {
      done: [newsletterTexts.unsubscribed, 'Your address is deleted. Thank you for reading with us.'],
      over: [newsletterTexts.linkOver, `Write to ${site.contactEmail}, and we take you off the list.`],
      invalid: [
        newsletterTexts.linkInvalid,
        `Open it from the letter once more, or write to ${site.contactEmail}, and we take you off the list.`,
      ],
    },
  },
};

/** The outcome of a refused link; undefined when another try may help. */
export const refusedOutcome = (error: unknown): Outcome | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 400) return 'invalid';
  return error.status === 410 ? 'over' : undefined;
};

export const stepFailure = (error: unknown, purpose: LetterLink['purpose']): string =>
  failureText(error, letterSteps[purpose].failed);
