import { createHmac } from 'node:crypto';
import { sameSecret } from '@satrangi/chassis';
import type { StoredRegistration } from '../registrations/registration.rules.ts';

const LENGTH = 22;

type Linked = Pick<StoredRegistration, '_id' | 'linkVersion'>;

/** The token of the private link of a registration: 132 bits, derived, so no store holds it. A renewed link has another one. */
export const editToken = (secret: string, { _id, linkVersion = 0 }: Linked): string => {
  const key = linkVersion === 0 ? `run-edit:${_id}` : `run-edit:${_id}:${linkVersion}`;
  return createHmac('sha256', secret).update(key).digest('base64url').slice(0, LENGTH);
};

/** Compares in constant time. */
export const isEditToken = (secret: string, registration: Linked, given: string | undefined): boolean =>
  given !== undefined && sameSecret(given, editToken(secret, registration));
