import { enforceRateLimit, sendToMailbox, type Work } from '@satrangi/chassis';
import { CONFIRMATION_DAYS, newsletterTexts, normaliseEmail } from '@satrangi/contracts';
import { z } from 'zod';
import { letterToken } from './letter-tokens.rules.ts';
import { newsletterMail } from './mails.rules.ts';
import type { Deps } from './newsletter.deps.ts';

export const SUBSCRIPTION_REQUEST = 'subscription-ask';
export const SubscriptionWork = z.object({ askId: z.string() });
type SubscriptionWork = z.infer<typeof SubscriptionWork>;

const DAY_MS = 86_400_000;

const subscriptionWork = (data: SubscriptionWork): Work => ({
  kind: SUBSCRIPTION_REQUEST,
  key: data.askId,
  data,
});

/**
 * Records a request for the newsletter. It does the same for every address; `processAsk` looks up later whether it is
 * subscribed. Beyond the limits of mails the response stays the same and nothing is recorded.
 * @throws Refusal too-many-requests for a client address beyond its limit
 */
export const requestSubscription =
  ({ requests, limiter, clock, ids, log }: Pick<Deps, 'requests' | 'limiter' | 'clock' | 'ids' | 'log'>) =>
  async (text: string, address: string): Promise<void> => {
    const email = normaliseEmail(text) ?? text;
    enforceRateLimit(newsletterTexts.tooMany, await limiter.byAddress.consume('newsletterAddress', address));
    if ((await limiter.consume('newsletterMailbox', email)) > 0) return;
    if ((await limiter.consume('newsletterAll')) > 0) {
      log.warn('newsletter confirmation mails paused: too many requests in an hour');
      return;
    }
    const now = clock.now();
    const askId = ids.newId();
    const expiresAt = new Date(now.getTime() + 2 * DAY_MS);
    await requests.add(
      { _id: askId, email, at: now.toISOString(), expiresAt },
      { work: [subscriptionWork({ askId })] },
    );
  };

/**
 * Sends the confirmation mail of one request, unless its mailbox is subscribed already. A request that no mail server
 * accepted for a day is dropped.
 * @throws Error when the mail has to be sent again later
 */
export const processRequest =
  ({ requests, subscribers, clock, ids, log, send, config }: Deps) =>
  async ({ askId }: SubscriptionWork): Promise<void> => {
    const request = await requests.byId(askId);
    if (!request) return;
    const now = clock.now();
    const isOver = now.getTime() - Date.parse(request.at) > DAY_MS;
    if (!send) log.warn('newsletter mail not sent: no mail server is set');
    else if (!isOver) {
      const { _id, email, state } = await subscribers.request({
        _id: ids.newId(),
        email: request.email,
        state: 'pending',
        askedAt: request.at,
        confirmedAt: null,
        userId: null,
        pendingUntil: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
      });
      const token = letterToken(config.LETTER_SECRET, 'confirm', _id);
      const mail = newsletterMail('confirm', { to: email, id: askId, token }, config.PUBLIC_URL);
      if (state === 'pending' && !(await sendToMailbox(send, mail)))
        log.warn('newsletter mail not sent: no such mailbox');
    }
    await requests.remove(askId);
  };
