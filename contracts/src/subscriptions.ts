import { catalogSnapshotRequested, mediaChanged } from './catalog.events.ts';
import { type ErasingService, erasingServices, userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import { identitySnapshotRequested, sessionRevoked, userDeleted, userUpdated } from './identity.events.ts';
import { accessGranted, accessRevoked, orderGranted } from './library.events.ts';
import { paymentRefunded, paymentSucceeded } from './payments.events.ts';
import { type ServiceName, serviceNames } from './services.ts';

export type SubscriptionDefinition<E extends EventDefinition = EventDefinition> = {
  readonly queue: string;
  readonly service: ServiceName;
  readonly event: E;
};

const hears = <E extends EventDefinition>(
  service: ServiceName,
  purpose: string,
  event: E,
): SubscriptionDefinition<E> => ({
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

/** The queues by which every service learns of ended sessions; the chassis reads them. */
const sessionSubscriptions = Object.fromEntries(
  serviceNames
    .flatMap((service) => [
      hears(service, 'end-sessions', userUpdated),
      hears(service, 'forget-sessions', userDeleted),
      hears(service, 'revoke-session', sessionRevoked),
    ])
    .map((one) => [one.queue, one]),
) as SessionSubscriptions;

type ErasureSubscriptions = {
  readonly [S in ErasingService as `identity.note-${S}-forgot`]: SubscriptionDefinition<
    (typeof userForgotten)[ErasingService]
  >;
};

/** The queues by which identity learns that a service has erased a person. */
const erasureSubscriptions = Object.fromEntries(
  erasingServices
    .map((service) => hears('identity', `note-${service}-forgot`, userForgotten[service]))
    .map((one) => [one.queue, one]),
) as ErasureSubscriptions;

/**
 * Who hears what. One queue for each purpose, named after what is done. Every process declares all of them, so a
 * fact said before its listener has ever started waits for it (reliability: start in any order).
 */
export const subscriptions = {
  ...sessionSubscriptions,
  ...erasureSubscriptions,
  'identity.announce-accounts': hears('identity', 'announce-accounts', identitySnapshotRequested),
  'catalog.announce-media': hears('catalog', 'announce-media', catalogSnapshotRequested),
  'catalog.refresh-reviewer': hears('catalog', 'refresh-reviewer', userUpdated),
  'catalog.forget-reviewer': hears('catalog', 'forget-reviewer', userDeleted),
  'catalog.remember-owner': hears('catalog', 'remember-owner', accessGranted),
  'catalog.forget-owner': hears('catalog', 'forget-owner', accessRevoked),
  'library.remember-media': hears('library', 'remember-media', mediaChanged),
  'library.grant-access': hears('library', 'grant-access', paymentSucceeded),
  'library.revoke-access': hears('library', 'revoke-access', paymentRefunded),
  'library.forget-reader': hears('library', 'forget-reader', userDeleted),
  'payments.remember-media': hears('payments', 'remember-media', mediaChanged),
  'payments.fulfil-order': hears('payments', 'fulfil-order', orderGranted),
  'payments.remember-owned': hears('payments', 'remember-owned', accessGranted),
  'payments.forget-owned': hears('payments', 'forget-owned', accessRevoked),
  'payments.forget-buyer': hears('payments', 'forget-buyer', userDeleted),
} as const;

export type QueueName = keyof typeof subscriptions;
