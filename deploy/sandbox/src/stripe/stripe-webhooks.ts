import { createHmac, randomBytes } from 'node:crypto';
import type { InjectedFault } from '../knobs.ts';
import type { WebhookMode, WebhookSender, Webhooks } from '../webhooks.ts';

/** The API version of the SDK the services use; webhooks carry it. */
const apiVersion = '2026-10-28.endive';

/** Stripe retries for about three days with exponential backoff. */
const retryMinutes = [5, 30, 120, 300, 600, 600, 720, 720, 720];

export const stripeWebhookSender = (webhookBaseUrl: string, secret: string): WebhookSender => ({
  url: `${webhookBaseUrl}/api/payments/webhooks/stripe`,
  retryMinutes,
  headers: ({ body, isForged }, _attempt, at) => {
    const seconds = Math.floor(at.getTime() / 1000);
    const key = isForged ? `other-${secret}` : secret;
    const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
    return { 'stripe-signature': `t=${seconds},v1=${signature}` };
  },
});

export type StripeEventDraft = {
  type:
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'charge.refunded'
    | 'refund.updated'
    | 'refund.failed'
    | 'charge.dispute.created'
    | 'charge.dispute.closed';
  about: string;
  mode?: WebhookMode;
  object: (fault: InjectedFault) => unknown;
};

/** Sends a Stripe event. Retries and copies have the same event id. */
export const announceStripe =
  (webhooks: Webhooks, now: () => Date) =>
  (fact: StripeEventDraft): void => {
    const id = `evt_${randomBytes(12).toString('hex')}`;
    const created = Math.floor(now().getTime() / 1000);
    webhooks.announce({
      id,
      provider: 'stripe',
      about: fact.about,
      type: fact.type,
      mode: fact.mode ?? 'send',
      body: (fault) =>
        JSON.stringify({
          id,
          object: 'event',
          api_version: apiVersion,
          created,
          data: { object: fact.object(fault) },
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type: fact.type,
        }),
    });
  };
