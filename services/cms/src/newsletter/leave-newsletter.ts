import { Refusal } from '@satrangi/chassis';
import { newsletterTexts, newsletterUnsubscribed } from '@satrangi/contracts';
import { subscriberOfToken } from './letter-tokens.rules.ts';
import type { Deps } from './newsletter.deps.ts';

type How = 'link' | 'one-click' | 'erasure' | 'bounce' | 'complaint';
type LeaveDeps = Pick<Deps, 'subscribers' | 'clock' | 'ids' | 'newEvent' | 'config'>;

/** Removes a subscriber with its address. Safe to repeat, also after a crash: a subscription ends by one event. */
export const endSubscription =
  ({ subscribers, clock, ids, newEvent }: Omit<LeaveDeps, 'config'>) =>
  (id: string, how: How): Promise<void> =>
    subscribers.remove(id, {
      events: [
        newEvent(newsletterUnsubscribed, {
          id: ids.eventId(newsletterUnsubscribed.type, id),
          subject: `subscriber/${id}`,
          data: { subscriberRef: id, at: clock.now().toISOString(), how },
        }),
      ],
    });

/**
 * Ends the subscription of a token. Tokens signed with old secrets are valid here: unsubscribing must not fail because of a changed
 * secret.
 * @throws Refusal validation-failed
 */
export const leaveNewsletter = (deps: LeaveDeps) => {
  const { LETTER_SECRET, LETTER_SECRET_OLD } = deps.config;
  return async (token: string, how: How): Promise<void> => {
    const id = subscriberOfToken([LETTER_SECRET, ...LETTER_SECRET_OLD], 'leave', token);
    if (!id) throw new Refusal('validation-failed', newsletterTexts.linkInvalid);
    await endSubscription(deps)(id, how);
  };
};
