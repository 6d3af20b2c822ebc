import { Refusal, sendToMailbox, type Work } from '@satrangi/chassis';
import { newsletterSubscribed, newsletterTexts, type UserId } from '@satrangi/contracts';
import { z } from 'zod';
import { endSubscription } from './leave-newsletter.ts';
import { letterToken, subscriberOfToken } from './letter-tokens.rules.ts';
import { newsletterMail } from './mails.rules.ts';
import type { Deps } from './newsletter.deps.ts';

export const WELCOME_MAIL = 'newsletter-welcome';
export const WelcomeMail = z.object({ subscriberId: z.string(), at: z.iso.datetime() });
type WelcomeMail = z.infer<typeof WelcomeMail>;

const DAY_MS = 86_400_000;

const welcomeWork = (data: WelcomeMail): Work => ({ kind: WELCOME_MAIL, key: data.subscriberId, data });

/**
 * Confirms a mailbox by the token of its mail. Idempotent. The token proves the mailbox and the login proves the
 * account, so both may be linked.
 * @throws Refusal validation-failed, too-long-ago
 */
export const confirmSubscription = (deps: Deps) => {
  const { subscribers, clock, newEvent, config, isErased } = deps;
  return async (token: string, userId: UserId | null): Promise<void> => {
    const id = subscriberOfToken([config.LETTER_SECRET], 'confirm', token);
    if (!id) throw new Refusal('validation-failed', newsletterTexts.linkInvalid);
    const confirmedAt = clock.now();
    const at = confirmedAt.toISOString();
    const event = newEvent(newsletterSubscribed, {
      subject: `subscriber/${id}`,
      data: { subscriberRef: id, at },
    });
    const activated = await subscribers.activate(
      id,
      { confirmedAt, userId },
      { events: [event], work: [welcomeWork({ subscriberId: id, at })] },
    );
    if (!activated) {
      if ((await subscribers.byId(id))?.state !== 'active')
        throw new Refusal('too-long-ago', newsletterTexts.linkOver);
      if (userId) await subscribers.link(id, userId);
    }
    // the account may have been deleted in between: its subscriptions must not remain
    if (userId && (await isErased(userId))) await endSubscription(deps)(id, 'erasure');
  };
};

/** Mails a new subscriber how to unsubscribe. @throws Error when the mail has to be sent again later */
export const sendWelcome =
  ({ subscribers, clock, log, send, config }: Deps) =>
  async ({ subscriberId, at }: WelcomeMail): Promise<void> => {
    const subscriber = await subscribers.byId(subscriberId);
    if (subscriber?.state !== 'active' || clock.now().getTime() - Date.parse(at) > DAY_MS) return;
    if (!send) {
      log.warn('newsletter mail not sent: no mail server is set');
      return;
    }
    const token = letterToken(config.LETTER_SECRET, 'leave', subscriberId);
    const details = { to: subscriber.email, id: subscriberId, token };
    if (!(await sendToMailbox(send, newsletterMail('welcome', details, config.PUBLIC_URL))))
      log.warn('newsletter mail not sent: no such mailbox');
  };
