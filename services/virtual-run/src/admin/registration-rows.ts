import type { SheetRow } from '@satrangi/chassis';
import type { StoredRegistration } from '../registrations/registration.rules.ts';
import { paidRupees } from '../registrations/registration-view.rules.ts';

/** The columns of registration exports: spreadsheet and CSV. The display name comes first. */
export const registrationColumns = [
  'Display name',
  'Created',
  'Status',
  'Source',
  'Billing name',
  'Email',
  'Phone',
  'Pronouns',
  'Location',
  'Activity',
  'Distance (km)',
  'T-shirt',
  'Goal (INR)',
  'Paid (INR)',
  'Payment ID',
  'Marketing',
  'Address',
  'Info',
] as const;

/** The row of one registration, as in `registrationColumns`. */
export const registrationRow = (registration: StoredRegistration): SheetRow => [
  registration.displayName,
  registration.createdAt,
  registration.state,
  registration.source,
  registration.name,
  registration.email,
  registration.phone,
  registration.pronouns ?? '',
  registration.location,
  registration.activityType,
  registration.distanceKm,
  registration.tshirtSize ?? '',
  registration.goalMinor / 100,
  paidRupees(registration),
  registration.paymentId ?? '',
  registration.consents.marketing === null ? 'no' : 'yes',
  registration.slug,
  registration.additionalInfo,
];
