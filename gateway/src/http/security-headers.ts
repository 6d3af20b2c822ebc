import type { GatewayConfig } from '../config.ts';

/**
 * Security headers of every response. The policy allows the hosts of payment providers and of Google's sign-in only
 * without the sandbox: with it a page can reach no other host.
 */
export const securityHeaders = (
  config: Pick<GatewayConfig, 'SANDBOX_URL' | 'PUBLIC_URL'>,
): Record<string, string> => {
  const scripts = config.SANDBOX_URL
    ? ''
    : ' https://js.stripe.com https://sdk.cashfree.com https://accounts.google.com/gsi/client';
  const frames = config.SANDBOX_URL
    ? ''
    : ' https://js.stripe.com https://hooks.stripe.com https://sdk.cashfree.com https://*.cashfree.com https://accounts.google.com/gsi/';
  const connects = config.SANDBOX_URL
    ? ''
    : ' https://api.stripe.com https://*.cashfree.com https://accounts.google.com/gsi/';
  const styles = config.SANDBOX_URL ? '' : ' https://accounts.google.com/gsi/style';
  const secure = config.PUBLIC_URL.startsWith('https:');
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' 'wasm-unsafe-eval'${scripts}`,
      "worker-src 'self' blob:",
      `style-src 'self'${styles}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${connects}`,
      `frame-src 'self' blob:${frames}`,
      "media-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
};

/**
 * Headers of the back office's documents, over those of every response. No provider's script runs there, and no page
 * may frame it.
 */
export const adminHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // no string becomes HTML or a script but by the policy of the page
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; '),
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};
