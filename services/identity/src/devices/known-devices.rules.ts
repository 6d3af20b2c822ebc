import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@satrangi/contracts';

/**
 * A browser that has logged in to an account before. Its cookie holds a random id and, for each account, the day of the
 * last login with a signature over id, day and account. The cookie reveals no account, and clients cannot add one.
 */
export type Device = { readonly id: string; readonly marks: readonly Mark[] };
type Mark = { readonly day: number; readonly signature: string };

export const DEVICE_COOKIE = 'satrangi_device';
export const DEVICE_DAYS = 180;
const ACCOUNTS_MAX = 5;
const DAY_MS = 86_400_000;
const ID = /^[\w-]{22}$/;
const MARK = /^(\d{1,6})\.([\w-]{22})$/;

const dayOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

const signatureOf = (secret: string, id: string, day: number, userId: UserId): string =>
  createHmac('sha256', secret)
    .update(`known device\n${id}\n${day}\n${userId}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** @returns null for a malformed cookie; marks older than 180 days are dropped */
export const parseDeviceCookie = (cookie: string | undefined, now: Date): Device | null => {
  const [id = '', ...texts] = (cookie ?? '').split('~');
  if (!ID.test(id) || texts.length > ACCOUNTS_MAX) return null;
  const today = dayOf(now);
  const marks = texts.flatMap((text): Mark[] => {
    const [, day, signature] = MARK.exec(text) ?? [];
    if (day === undefined || signature === undefined) return [];
    const age = today - Number(day);
    return age >= 0 && age <= DEVICE_DAYS ? [{ day: Number(day), signature }] : [];
  });
  return { id, marks };
};

const isMarkOf =
  (secret: string, id: string, userId: UserId) =>
  ({ day, signature }: Mark): boolean =>
    isSame(signature, signatureOf(secret, id, day, userId));

/** True when this browser has logged in to this account in the last 180 days. */
export const isKnownDevice = (secret: string, { id, marks }: Device, userId: UserId): boolean =>
  marks.some(isMarkOf(secret, id, userId));

/** The device after a login. @param newId 22 URL-safe characters, for a browser without a cookie */
export const markDevice = (
  secret: string,
  device: Device | null,
  { userId, newId, now }: { readonly userId: UserId; readonly newId: string; readonly now: Date },
): Device => {
  const id = device?.id ?? newId;
  const day = dayOf(now);
  const isOwn = isMarkOf(secret, id, userId);
  const others = (device?.marks ?? []).filter((mark) => !isOwn(mark)).slice(0, ACCOUNTS_MAX - 1);
  return { id, marks: [{ day, signature: signatureOf(secret, id, day, userId) }, ...others] };
};

/** @returns the `Set-Cookie` value; scripts cannot read the cookie */
export const deviceCookie = ({ id, marks }: Device, secure: boolean): string => {
  const value = [id, ...marks.map(({ day, signature }) => `${day}.${signature}`)].join('~');
  const seconds = DEVICE_DAYS * 86_400;
  return `${DEVICE_COOKIE}=${value}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
};
