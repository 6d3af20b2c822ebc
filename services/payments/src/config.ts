import { z } from 'zod';

/** An empty variable means the same as a missing one. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const origins = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .pipe(z.array(z.url('ALLOWED_ORIGINS must be addresses, separated by commas')));

const tariff = z
  .string()
  .default('')
  .transform((list) =>
    Object.fromEntries(
      list
        .split(',')
        .map((entry) => entry.split('=').map((part) => part.trim()))
        .filter(([kind, code]) => kind && code)
        .map(([kind = '', code = '']) => [kind, code]),
    ),
  );

const onOff = z
  .enum(['on', 'off'])
  .default('on')
  .transform((word) => word === 'on');

export const PaymentsConfig = z
  .object({
    PUBLIC_URL: z.url().describe('where readers reach the shop; return and webhook addresses start with it'),
    ALLOWED_ORIGINS: origins.describe(
      'further origins a buyer may be sent back to; PUBLIC_URL always is one',
    ),
    STRIPE_SECRET_KEY: z.string().min(1),
    STRIPE_PUBLISHABLE_KEY: z.string().min(1),
    STRIPE_WEBHOOK_SECRET: z.string().min(1),
    STRIPE_BASE_URL: optionalText.describe('another server that speaks Stripe’s API; the sandbox'),
    CASHFREE_CLIENT_ID: z.string().min(1),
    CASHFREE_CLIENT_SECRET: z.string().min(1).describe('signs the calls, and the webhooks'),
    CASHFREE_BASE_URL: optionalText.describe('another server that speaks Cashfree’s API, up to and with /pg'),
    CASHFREE_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    CASHFREE_PLACEHOLDER_PHONE: z
      .string()
      .regex(/^\+?\d{8,15}$/)
      .default('9999999999')
      .describe('Cashfree wants a phone number; buyers need not give one (checklist PAY-38)'),
    STATEMENT_NAME: z
      .string()
      .regex(/^[A-Z0-9 ]{5,22}$/, 'STATEMENT_NAME must be 5 to 22 capital letters, digits or spaces')
      .default('STR MEDIA')
      .describe('what a bank statement says: the descriptor set at both provider accounts'),
    RECEIPT_SUBJECT: z.string().min(1).max(120).default('Your order is ready'),
    THANKS_SUBJECT: z
      .string()
      .min(1)
      .max(120)
      .default('Thank you')
      .describe('of the mail after a contribution or a fee'),
    SELLER_NAME: optionalText.describe('legal name on receipts; STATEMENT_NAME without it'),
    SELLER_ADDRESS: optionalText,
    GSTIN: optionalText.describe('makes receipts of purchases in rupees tax invoices'),
    GST_RATE: z.coerce.number().min(0).max(50).default(18).describe('per cent, contained in the price'),
    GST_HSN: tariff.describe('ebook=4901,shortfilm=8523,other=9984: a code for each kind of item'),
    RECEIPT_FONT: optionalText.describe('a TrueType file for letters the fonts of receipts do not have'),
    GOOGLE_SERVICE_ACCOUNT: optionalText,
    GOOGLE_BASE_URL: optionalText.describe('another server that speaks Google’s API; the sandbox'),
    ORDERS_SPREADSHEET_ID: optionalText.describe('the service account must be allowed to write it'),
    ORDERS_SHEET: z.string().min(1).default('Orders'),
    RECEIPT_TITLES: onOff.describe('off leaves item titles out of receipts altogether'),
    SMTP_URL: optionalText,
    MAIL_FROM: optionalText,
    WHATSAPP_TOKEN: optionalText.describe('with WHATSAPP_PHONE_ID: receipts go to telephones too'),
    WHATSAPP_PHONE_ID: optionalText.describe('of the number that sends, as WhatsApp Manager shows it'),
    WHATSAPP_TEMPLATE: z
      .string()
      .regex(/^[a-z0-9_]+$/)
      .default('receipt'),
    WHATSAPP_LANGUAGE: z.string().min(2).default('en'),
    WHATSAPP_BASE_URL: z
      .url()
      .default('https://graph.facebook.com/v23.0')
      .describe('another server that speaks the Cloud API; the sandbox'),
  })
  .refine(({ WHATSAPP_TOKEN, WHATSAPP_PHONE_ID }) => !WHATSAPP_TOKEN === !WHATSAPP_PHONE_ID, {
    error: 'WHATSAPP_TOKEN and WHATSAPP_PHONE_ID are set together or not at all',
  })
  .transform((config) => ({
    ...config,
    RETURN_ORIGINS: [config.PUBLIC_URL, ...config.ALLOWED_ORIGINS].map((url) => new URL(url).origin),
    MAIL_FROM: config.MAIL_FROM ?? `no-reply@${new URL(config.PUBLIC_URL).hostname}`,
  }));
export type PaymentsConfig = z.output<typeof PaymentsConfig>;
