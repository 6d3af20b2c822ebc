import type { SheetSettings } from '@satrangi/chassis';
import { outingWordsIn } from '@satrangi/contracts';
import { z } from 'zod';

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

/** A text that a locked phone or a bank shows (checklist BEY-01). */
const neutral = (text: z.ZodString) =>
  text.refine((line) => outingWordsIn(line).length === 0, {
    error: ({ input }) => `It may tell others about the reader: ${outingWordsIn(String(input)).join(', ')}`,
  });

export const PaymentsConfig = z
  .object({
    PUBLIC_URL: z.url().describe('public URL of the shop; prefix of return and webhook URLs'),
    ALLOWED_ORIGINS: origins.describe('further allowed return origins; PUBLIC_URL is always allowed'),
    STRIPE_SECRET_KEY: z.string().min(1),
    STRIPE_PUBLISHABLE_KEY: z.string().min(1),
    STRIPE_WEBHOOK_SECRET: z.string().min(1),
    STRIPE_BASE_URL: z.string().optional().describe('another server with Stripe’s API: the sandbox'),
    CASHFREE_CLIENT_ID: z.string().min(1),
    CASHFREE_CLIENT_SECRET: z.string().min(1).describe('signs calls and webhooks'),
    CASHFREE_BASE_URL: z.string().optional().describe('another server with Cashfree’s API, including /pg'),
    CASHFREE_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    CASHFREE_PLACEHOLDER_PHONE: z
      .string()
      .regex(/^\+?\d{8,15}$/)
      .default('9999999999')
      .describe('Cashfree requires a phone number; buyers need not give one (checklist PAY-38)'),
    STATEMENT_NAME: neutral(
      z
        .string()
        .regex(/^[A-Z0-9 ]{5,22}$/, 'STATEMENT_NAME must be 5 to 22 capital letters, digits or spaces'),
    )
      .default('STR MEDIA')
      .describe('text of the bank statement: the descriptor set at both provider accounts'),
    RECEIPT_SUBJECT: neutral(z.string().min(1).max(120)).default('Your order is ready'),
    THANKS_SUBJECT: neutral(z.string().min(1).max(120))
      .default('Thank you')
      .describe('subject of the mail after a contribution or a fee'),
    GIFT_SUBJECT: neutral(z.string().min(1).max(120))
      .default('Something for you')
      .describe('subject of the mail with a gift code'),
    ANSWER_SUBJECT: neutral(z.string().min(1).max(120))
      .default('We have answered you')
      .describe('subject of the mail after a refund request was declined'),
    SELLER_NAME: z.string().optional().describe('legal name on receipts; STATEMENT_NAME without it'),
    SELLER_ADDRESS: z.string().optional(),
    GSTIN: z.string().optional().describe('makes receipts of purchases in rupees tax invoices'),
    GST_RATE: z.coerce.number().min(0).max(50).default(18).describe('per cent, contained in the price'),
    GST_HSN: tariff.describe('ebook=4901,shortfilm=8523,other=9984: a code for each kind of item'),
    RECEIPT_FONT: z.string().optional().describe('a TrueType file for letters that the embedded fonts lack'),
    GOOGLE_SERVICE_ACCOUNT: z.string().optional(),
    GOOGLE_BASE_URL: z.string().optional().describe('another server with Google’s API: the sandbox'),
    ORDERS_SPREADSHEET_ID: z.string().optional().describe('requires write access of the service account'),
    ORDERS_SHEET: z.string().min(1).default('Orders'),
    RECEIPT_TITLES: onOff.describe('off omits item titles from receipts'),
    SMTP_URL: z.string().optional(),
    MAIL_FROM: z.string().optional(),
    WHATSAPP_TOKEN: z.string().optional().describe('with WHATSAPP_PHONE_ID: also sends receipts by WhatsApp'),
    WHATSAPP_PHONE_ID: z.string().optional().describe('id of the sending number, from WhatsApp Manager'),
    WHATSAPP_TEMPLATE: z
      .string()
      .regex(/^[a-z0-9_]+$/)
      .default('receipt'),
    WHATSAPP_LANGUAGE: z.string().min(2).default('en'),
    WHATSAPP_BASE_URL: z
      .url()
      .default('https://graph.facebook.com/v23.0')
      .describe('another server with the Cloud API: the sandbox'),
  })
  .refine(({ WHATSAPP_TOKEN, WHATSAPP_PHONE_ID }) => !WHATSAPP_TOKEN === !WHATSAPP_PHONE_ID, {
    error: 'WHATSAPP_TOKEN and WHATSAPP_PHONE_ID are set together or not at all',
  })
  .transform((config) => ({
    ...config,
    RETURN_ORIGINS: [config.PUBLIC_URL, ...config.ALLOWED_ORIGINS].map((url) => new URL(url).origin),
  }));
export type PaymentsConfig = z.output<typeof PaymentsConfig>;

/** The spreadsheet that holds all orders. */
export const ordersSheet = (config: PaymentsConfig): SheetSettings => ({
  serviceAccount: config.GOOGLE_SERVICE_ACCOUNT,
  baseUrl: config.GOOGLE_BASE_URL,
  spreadsheetId: config.ORDERS_SPREADSHEET_ID,
  sandboxSpreadsheetId: 'orders',
  sheet: config.ORDERS_SHEET,
});
