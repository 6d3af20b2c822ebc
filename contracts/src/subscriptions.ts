import { adminActed } from './admin-acts.ts';
import { whatsappReceived } from './analytics-usage.events.ts';
import { catalogSnapshotRequested, mediaChanged } from './catalog.events.ts';
import { blogPublished, newsletterSent } from './cms.events.ts';
import { turnAnswered } from './concierge.events.ts';
import { type ErasingService, erasingServices, userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import {
  identitySnapshotRequested,
  sessionRevoked,
  userDeleted,
  userRegistered,
  userUpdated,
} from './identity.events.ts';
import { accessGranted, accessRevoked, orderGranted } from './library.events.ts';
import {
  contributionRefunded,
  contributionSucceeded,
  giftPurchased,
  giftRedeemed,
  giftRefunded,
  moneyReturned,
  paymentRefunded,
  paymentSucceeded,
  paymentsSnapshotRequested,
  runFeeRefunded,
  runFeeSucceeded,
  whatsappSent,
} from './payments.events.ts';
import { submissionReceived } from './publishing.events.ts';
import { type ServiceName, serviceNames } from './services.ts';
import { registrationCancelled, runRegistered, virtualRunSnapshotRequested } from './virtual-run.events.ts';

export type SubscriptionDefinition<E extends EventDefinition = EventDefinition> = {
  readonly queue: string;
  readonly service: ServiceName;
  readonly event: E;
};

/** Names the queue `<service>.<purpose>`. */
const subscription = <S extends ServiceName, E extends EventDefinition>(
  service: S,
  purpose: string,
  event: E,
): SubscriptionDefinition<E> & { readonly service: S } => ({
  queue: `${service}.${purpose}`,
  service,
  event,
});

type SessionSubscriptions = {
  readonly [S in ServiceName as `${S}.end-sessions`]: SubscriptionDefinition<typeof userUpdated>;
} & {
  readonly [S in ServiceName as `${S}.forget-sessions`]: SubscriptionDefinition<typeof userDeleted>;
} & {
  readonly [S in ServiceName as `${S}.revoke-session`]: SubscriptionDefinition<typeof sessionRevoked>;
};

/** Session revocations, for every service; the chassis consumes them. */
const sessionSubscriptions = Object.fromEntries(
  serviceNames
    .flatMap((service) => [
      subscription(service, 'end-sessions', userUpdated),
      subscription(service, 'forget-sessions', userDeleted),
      subscription(service, 'revoke-session', sessionRevoked),
    ])
    .map((one) => [one.queue, one]),
) as SessionSubscriptions;

type ErasureSubscriptions = {
  readonly [S in ErasingService as `identity.note-${S}-forgot`]: SubscriptionDefinition<
    (typeof userForgotten)[ErasingService]
  >;
};

/** Erasure acknowledgements of the other services, for identity. */
const erasureSubscriptions = Object.fromEntries(
  erasingServices
    .map((service) => subscription('identity', `note-${service}-forgot`, userForgotten[service]))
    .map((one) => [one.queue, one]),
) as ErasureSubscriptions;

type AuditSubscriptions = {
  readonly [S in ServiceName as `analytics-usage.record-${S}-act`]: SubscriptionDefinition<
    (typeof adminActed)[ServiceName]
  >;
};

/** Writes of admins in every service, for analytics-usage. */
const auditSubscriptions = Object.fromEntries(
  serviceNames
    .map((service) => subscription('analytics-usage', `record-${service}-act`, adminActed[service]))
    .map((one) => [one.queue, one]),
) as AuditSubscriptions;

/**
 * Every subscription: one queue for each purpose, named after what is done. Every process declares all queues, so an
 * event published before the first start of its subscriber waits in the queue (reliability: start in any order).
 */
export const subscriptions = {
  ...sessionSubscriptions,
  ...erasureSubscriptions,
  ...auditSubscriptions,
  'identity.announce-accounts': subscription('identity', 'announce-accounts', identitySnapshotRequested),
  'catalog.announce-media': subscription('catalog', 'announce-media', catalogSnapshotRequested),
  'catalog.refresh-reviewer': subscription('catalog', 'refresh-reviewer', userUpdated),
  'catalog.forget-reviewer': subscription('catalog', 'forget-reviewer', userDeleted),
  'catalog.remember-owner': subscription('catalog', 'remember-owner', accessGranted),
  'catalog.forget-owner': subscription('catalog', 'forget-owner', accessRevoked),
  'library.remember-media': subscription('library', 'remember-media', mediaChanged),
  'library.grant-access': subscription('library', 'grant-access', paymentSucceeded),
  'library.revoke-access': subscription('library', 'revoke-access', paymentRefunded),
  'library.grant-gift': subscription('library', 'grant-gift', giftRedeemed),
  'library.revoke-gift': subscription('library', 'revoke-gift', giftRefunded),
  'library.forget-reader': subscription('library', 'forget-reader', userDeleted),
  'payments.remember-media': subscription('payments', 'remember-media', mediaChanged),
  'payments.fulfil-order': subscription('payments', 'fulfil-order', orderGranted),
  'payments.remember-owned': subscription('payments', 'remember-owned', accessGranted),
  'payments.forget-owned': subscription('payments', 'forget-owned', accessRevoked),
  'payments.forget-buyer': subscription('payments', 'forget-buyer', userDeleted),
  'payments.announce-orders': subscription('payments', 'announce-orders', paymentsSnapshotRequested),
  'virtual-run.record-fee': subscription('virtual-run', 'record-fee', runFeeSucceeded),
  'virtual-run.record-fee-refund': subscription('virtual-run', 'record-fee-refund', runFeeRefunded),
  'virtual-run.record-gift': subscription('virtual-run', 'record-gift', contributionSucceeded),
  'virtual-run.record-gift-refund': subscription('virtual-run', 'record-gift-refund', contributionRefunded),
  'virtual-run.record-return': subscription('virtual-run', 'record-return', moneyReturned),
  'virtual-run.erase-runner': subscription('virtual-run', 'erase-runner', userDeleted),
  'virtual-run.announce-registrations': subscription(
    'virtual-run',
    'announce-registrations',
    virtualRunSnapshotRequested,
  ),
  'cms.erase-reader': subscription('cms', 'erase-reader', userDeleted),
  'concierge.project-ownership': subscription('concierge', 'project-ownership', accessGranted),
  'concierge.end-ownership': subscription('concierge', 'end-ownership', accessRevoked),
  'concierge.erase-reader': subscription('concierge', 'erase-reader', userDeleted),
  'analytics-usage.record-purchase': subscription('analytics-usage', 'record-purchase', paymentSucceeded),
  'analytics-usage.record-gift-purchase': subscription(
    'analytics-usage',
    'record-gift-purchase',
    giftPurchased,
  ),
  'analytics-usage.record-contribution': subscription(
    'analytics-usage',
    'record-contribution',
    contributionSucceeded,
  ),
  'analytics-usage.record-run-fee': subscription('analytics-usage', 'record-run-fee', runFeeSucceeded),
  'analytics-usage.record-return': subscription('analytics-usage', 'record-return', moneyReturned),
  'analytics-usage.record-account': subscription('analytics-usage', 'record-account', userRegistered),
  'analytics-usage.project-media': subscription('analytics-usage', 'project-media', mediaChanged),
  'analytics-usage.record-letter': subscription('analytics-usage', 'record-letter', newsletterSent),
  'analytics-usage.record-post': subscription('analytics-usage', 'record-post', blogPublished),
  'analytics-usage.record-submission': subscription(
    'analytics-usage',
    'record-submission',
    submissionReceived,
  ),
  'analytics-usage.record-runner': subscription('analytics-usage', 'record-runner', runRegistered),
  'analytics-usage.record-cancelled-runner': subscription(
    'analytics-usage',
    'record-cancelled-runner',
    registrationCancelled,
  ),
  'analytics-usage.record-whatsapp-sent': subscription(
    'analytics-usage',
    'record-whatsapp-sent',
    whatsappSent,
  ),
  'analytics-usage.record-whatsapp-received': subscription(
    'analytics-usage',
    'record-whatsapp-received',
    whatsappReceived,
  ),
  'analytics-usage.record-turn': subscription('analytics-usage', 'record-turn', turnAnswered),
  'analytics-usage.erase-reader': subscription('analytics-usage', 'erase-reader', userDeleted),
  'publishing.record-item': subscription('publishing', 'record-item', mediaChanged),
  'publishing.erase-author': subscription('publishing', 'erase-author', userDeleted),
} as const;

export type QueueName = keyof typeof subscriptions;
