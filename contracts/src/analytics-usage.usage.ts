import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/** What is billed for one month of Kolkata. Every field is a number, 0 without a provider. */
export const UsageMetrics = z.object({
  whatsapp: z.object({ sent: z.int().nonnegative(), received: z.int().nonnegative() }),
  aiconcierge: z.object({
    chatTo: z.int().nonnegative().describe('messages of visitors'),
    chatFrom: z.int().nonnegative().describe('answers'),
    minutesSpoken: z
      .number()
      .describe('per conversation the time between neighbouring messages, gaps over 5 minutes left out'),
    ratePerMinute: z.number().describe('rupees'),
    cost: z.number().describe('minutesSpoken × ratePerMinute in rupees, to the paisa, half up'),
  }),
});
export type UsageMetrics = z.infer<typeof UsageMetrics>;

/** The counted and computed numbers of a month; the rate is a setting. */
export const usageFields = [
  'whatsappSent',
  'whatsappReceived',
  'chatTo',
  'chatFrom',
  'minutesSpoken',
  'cost',
] as const;
export type UsageField = (typeof usageFields)[number];

/** A month of Kolkata, `2026-11`. */
export const UsageMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Month must be YYYY-MM');

/** Well above the size of real webhooks; bounds memory. */
const WEBHOOK_BYTES = 256 * 1_024;
/** `sha256=<hex>`: HMAC of the body with WHATSAPP_APP_SECRET. */
export const WHATSAPP_SIGNATURE = 'x-hub-signature-256';

export const usageApi = defineApi({
  getUsage: {
    method: 'GET',
    path: '/usage-metrics/usage-metrics',
    access: 'admin',
    summary:
      'Messages and minutes of the current month of Kolkata, or of `month`, with the cost of the concierge (checklist USE-05, USE-11, USE-12, USE-14)',
    query: z.object({
      month: UsageMonth.optional(),
    }),
    response: UsageMetrics,
    problems: ['validation-failed'],
  },
  whatsappChallenge: {
    method: 'GET',
    path: '/webhooks/whatsapp',
    access: 'public',
    kind: 'stream',
    rate: 'webhook',
    summary:
      'Proves to WhatsApp that this address is ours: answers `hub.challenge` for the right verify token',
    query: z.object({
      'hub.mode': z.string().max(40).default(''),
      'hub.verify_token': z.string().max(200).default(''),
      'hub.challenge': z.string().max(200).default(''),
    }),
    response: z.unknown(),
    problems: ['invalid-signature'],
  },
  whatsappInbound: {
    method: 'POST',
    path: '/webhooks/whatsapp',
    access: 'public',
    kind: 'raw',
    rate: 'webhook',
    bodyLimit: WEBHOOK_BYTES,
    summary:
      'Messages that arrived at the WhatsApp number, signed over the raw bytes. Counted; numbers and texts are not kept (checklist USE-14)',
    response: z.object({ ok: z.literal(true) }),
    problems: ['invalid-signature', 'too-large'],
  },
});
