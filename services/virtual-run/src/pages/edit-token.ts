import { createHmac } from 'node:crypto';
import { sameSecret } from '@satrangi/chassis';

const LENGTH = 22;

/** The token of the private link of a registration: 132 bits, derived, so no store holds it. */
export const editToken = (secret: string, registrationId: string): string =>
  createHmac('sha256', secret).update(`run-edit:${registrationId}`).digest('base64url').slice(0, LENGTH);

/** Compares in constant time. */
export const isEditToken = (secret: string, registrationId: string, given: string | undefined): boolean =>
  given !== undefined && sameSecret(given, editToken(secret, registrationId));
