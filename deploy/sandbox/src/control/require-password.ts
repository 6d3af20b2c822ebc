import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** True for loopback addresses. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** A random password for one run, printed by the process that starts the sandbox. */
export const newPassword = (): string => randomBytes(12).toString('hex');

/** Public paths: scripts of the shop's pages, and requests that need the secret of a payment. */
const FOR_PAGES =
  /^\/(stripe\.js|cashfree\.js|google\.js|shims\.css|sandbox\.css|google\/certs|stripe\/(confirm|retrieve|pay)|cashfree\/(checkout|session|pay))$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires the password (HTTP Basic, any user name) below `/sandbox`, except for public paths. */
export const requirePassword = (password: string): RequestHandler => {
  const expected = digest(password);
  return (request, response, next) => {
    if (FOR_PAGES.test(request.path)) return next();
    const [scheme = '', encoded = ''] = (request.get('authorization') ?? '').split(' ');
    const given = Buffer.from(encoded, 'base64').toString('utf8').split(':').slice(1).join(':');
    if (scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(given), expected)) return next();
    const message = 'The sandbox needs its password: it was printed when it started.';
    response
      .status(401)
      .set({ 'www-authenticate': 'Basic realm="sandbox", charset="UTF-8"', 'cache-control': 'no-store' })
      .json({ code: 'password-needed', error: message, message });
  };
};
