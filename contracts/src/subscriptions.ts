import { catalogSnapshotRequested, mediaChanged } from './catalog.events.ts';
import { userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import { identitySnapshotRequested, sessionRevoked, userDeleted, userUpdated } from './identity.events.ts';
import { accessGranted, accessRevoked, orderGranted } from './library.events.ts';
import { paymentRefunded, paymentSucceeded } from './payments.events.ts';
import type { ServiceName } from './services.ts';

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

/**
 * Who hears what. One queue for each purpose, named after what is done. Every process declares all of them, so a
 * fact said before its listener has ever started waits for it (reliability: start in any order).
 */
export const subscriptions = {
  'identity.end-sessions': hears('identity', 'end-sessions', userUpdated),
  'identity.forget-sessions': hears('identity', 'forget-sessions', userDeleted),
  'identity.revoke-session': hears('identity', 'revoke-session', sessionRevoked),
  'identity.announce-accounts': hears('identity', 'announce-accounts', identitySnapshotRequested),
  'identity.note-catalog-forgot': hears('identity', 'note-catalog-forgot', userForgotten.catalog),
  'identity.note-library-forgot': hears('identity', 'note-library-forgot', userForgotten.library),
  'identity.note-payments-forgot': hears('identity', 'note-payments-forgot', userForgotten.payments),
  'catalog.end-sessions': hears('catalog', 'end-sessions', userUpdated),
  'catalog.forget-sessions': hears('catalog', 'forget-sessions', userDeleted),
  'catalog.revoke-session': hears('catalog', 'revoke-session', sessionRevoked),
  'catalog.announce-media': hears('catalog', 'announce-media', catalogSnapshotRequested),
  'catalog.refresh-reviewer': hears('catalog', 'refresh-reviewer', userUpdated),
  'catalog.forget-reviewer': hears('catalog', 'forget-reviewer', userDeleted),
  'catalog.remember-owner': hears('catalog', 'remember-owner', accessGranted),
  'catalog.forget-owner': hears('catalog', 'forget-owner', accessRevoked),
  'library.end-sessions': hears('library', 'end-sessions', userUpdated),
  'library.forget-sessions': hears('library', 'forget-sessions', userDeleted),
  'library.revoke-session': hears('library', 'revoke-session', sessionRevoked),
  'library.remember-media': hears('library', 'remember-media', mediaChanged),
  'library.grant-access': hears('library', 'grant-access', paymentSucceeded),
  'library.revoke-access': hears('library', 'revoke-access', paymentRefunded),
  'library.forget-reader': hears('library', 'forget-reader', userDeleted),
  'payments.end-sessions': hears('payments', 'end-sessions', userUpdated),
  'payments.forget-sessions': hears('payments', 'forget-sessions', userDeleted),
  'payments.revoke-session': hears('payments', 'revoke-session', sessionRevoked),
  'payments.remember-media': hears('payments', 'remember-media', mediaChanged),
  'payments.fulfil-order': hears('payments', 'fulfil-order', orderGranted),
  'payments.remember-owned': hears('payments', 'remember-owned', accessGranted),
  'payments.forget-owned': hears('payments', 'forget-owned', accessRevoked),
  'payments.forget-buyer': hears('payments', 'forget-buyer', userDeleted),
} as const;

export type QueueName = keyof typeof subscriptions;
