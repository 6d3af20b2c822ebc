import type { Registration } from '@satrangi/contracts';
import type { StoredRegistration } from './registration.rules.ts';

export const paidRupees = ({ state, paidMinor, returnedMinor }: StoredRegistration): number =>
  state === 'paid' || state === 'manual' ? Math.max(0, paidMinor - returnedMinor) / 100 : 0;

/** A registration as admins see it. */
export const toRegistration = (stored: StoredRegistration): Registration => ({
  _id: stored._id,
  eventId: stored.eventId,
  displayName: stored.displayName,
  name: stored.name,
  email: stored.email,
  phone: stored.phone,
  location: stored.location,
  additionalInfo: stored.additionalInfo,
  activityType: stored.activityType,
  distanceKm: stored.distanceKm,
  tshirtSize: stored.tshirtSize,
  pronouns: stored.pronouns,
  fundraisingGoal: stored.goalMinor / 100,
  amountPaid: paidRupees(stored),
  paymentStatus: stored.state,
  paymentProvider: stored.paymentId === undefined ? null : 'stripe',
  paymentId: stored.paymentId ?? stored.mismatchOf ?? null,
  paymentSignature: null,
  consentData: stored.consents.data !== null,
  consentMarketing: stored.consents.marketing !== null,
  source: stored.source,
  slug: stored.slug,
  isPublic: stored.isPublic,
  isListed: stored.isListed,
  createdAt: stored.createdAt,
  revision: stored.revision,
});
