import { mailerOf, type ServiceContext } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { CmsConfig } from '../config.ts';
import { sendWelcome, WELCOME_MAIL, WelcomeMail } from './confirm-subscription.ts';
import { endSubscription } from './leave-newsletter.ts';
import { newsletterRoutes } from './newsletter.routes.ts';
import { processRequest, SUBSCRIPTION_REQUEST, SubscriptionWork } from './request-subscription.ts';
import { subscriberRoutes } from './subscribers.routes.ts';
import { subscribersStore } from './subscribers.store.ts';
import { subscriptionRequestsStore } from './subscription-requests.store.ts';

const HOUR_MS = 3_600_000;

/** Subscriptions of the newsletter. Letters are in `letters/`. */
export const createNewsletter = (
  context: ServiceContext<CmsConfig>,
  isErased: (userId: UserId) => Promise<boolean>,
) => {
  const { store, clock, ids, log, events, config, settings } = context;
  const mailer = mailerOf(config);
  const subscribers = subscribersStore(store);
  const deps = {
    subscribers,
    requests: subscriptionRequestsStore(store),
    limiter: context.rateLimiter({
      newsletterAddress: { max: config.NEWSLETTER_ASKS_PER_ADDRESS, windowMs: HOUR_MS },
      newsletterMailbox: { max: config.NEWSLETTER_MAILS_PER_MAILBOX, windowMs: 24 * HOUR_MS },
      newsletterAll: { max: config.NEWSLETTER_MAILS_PER_HOUR, windowMs: HOUR_MS },
    }),
    clock,
    ids,
    log,
    newEvent: events.newEvent,
    config,
    send: mailer?.send ?? null,
    isErased,
  };
  const request = processRequest(deps);
  const welcome = sendWelcome(deps);
  store.worker(SUBSCRIPTION_REQUEST, (data) => request(SubscriptionWork.parse(data)));
  store.worker(WELCOME_MAIL, (data) => welcome(WelcomeMail.parse(data)));
  return {
    subscribers,
    routes: {
      ...newsletterRoutes({ ...deps, internalSecret: settings.internalSecret }),
      ...subscriberRoutes(subscribers),
    },
    end: endSubscription(deps),
    close: async (): Promise<void> => mailer?.close(),
  };
};
