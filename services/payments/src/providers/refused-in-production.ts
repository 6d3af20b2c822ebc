import { sandboxAddresses, sandboxHosts, weakSecrets } from '@satrangi/chassis';
import type { PaymentsConfig } from '../config.ts';

/**
 * Finds settings that would allow payments with test cards or forged webhooks.
 * @returns one line for each, without the values of secrets
 */
export const refusedInProduction = (config: PaymentsConfig): string[] => [
  ...sandboxAddresses({
    STRIPE_BASE_URL: config.STRIPE_BASE_URL,
    CASHFREE_BASE_URL: config.CASHFREE_BASE_URL,
  }),
  ...sandboxHosts({ WHATSAPP_BASE_URL: config.WHATSAPP_BASE_URL, SMTP_URL: config.SMTP_URL }),
  ...(/^(sk|rk)_test_/.test(config.STRIPE_SECRET_KEY)
    ? ['STRIPE_SECRET_KEY is a test key: its payments are not money']
    : []),
  ...(config.STRIPE_PUBLISHABLE_KEY.startsWith('pk_test_')
    ? ['STRIPE_PUBLISHABLE_KEY is a test key: its payments are not money']
    : []),
  ...(config.CASHFREE_MODE === 'production'
    ? []
    : ['CASHFREE_MODE is not production: its payments are not money']),
  ...weakSecrets({
    STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET,
    CASHFREE_CLIENT_SECRET: config.CASHFREE_CLIENT_SECRET,
  }),
];
