import { z } from 'zod';
import { request } from './http.ts';

export type WebhookMode = 'send' | 'skip' | 'duplicate' | 'late';

const PaymentRow = z.object({
  provider: z.enum(['stripe', 'cashfree']),
  orderId: z.string().optional(),
  metadata: z.object({ orderId: z.string().optional() }),
  amountMinor: z.int(),
  currency: z.string(),
  isPaid: z.boolean(),
  refundedMinor: z.int(),
  webhooks: z.array(z.object({ state: z.string() })),
});
/** One payment in the provider's ledger, with the id of its order. */
export type ProviderPayment = Omit<z.infer<typeof PaymentRow>, 'orderId' | 'metadata'> & {
  readonly orderId: string;
};

const Mail = z.object({
  messageId: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type Mail = z.infer<typeof Mail>;

/** Accepted mails; one address and Message-ID is one distinct mail. */
const MailCounts = z.object({
  accepted: z.number(),
  distinct: z.number(),
  recipients: z.number(),
  most: z.number(),
});
export type MailCounts = z.infer<typeof MailCounts>;
export type MailReport = {
  readonly messageId: string;
  readonly kind: 'hard' | 'soft' | 'complaint';
  readonly forged?: boolean;
};
const Reported = z.object({ status: z.number().nullable() });
const Document = z.object({ id: z.string(), link: z.string() });

/** Client of the sandbox (fake providers): pays, injects provider faults, reads ledgers and mails. */
export const createSandboxClient = (url: string) => {
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await request(`${url}/sandbox${path}`, { method: 'POST', body });
    if (response.status >= 300 || response.status === 0)
      throw new Error(`sandbox ${path} answers ${response.status}: ${JSON.stringify(response.body)}`);
  };

  return {
    payCashfree: (paymentSessionId: string, webhook: WebhookMode = 'send'): Promise<void> =>
      post('/cashfree/pay', { paymentSessionId, outcome: 'success', webhook }),
    payStripe: (clientSecret: string, webhook: WebhookMode = 'send'): Promise<void> =>
      post('/stripe/pay', { clientSecret, outcome: 'succeeded', webhook }),
    setKnob: (knob: Record<string, unknown>): Promise<void> => post('/knobs', knob),
    clearKnobs: async (): Promise<void> => {
      await request(`${url}/sandbox/knobs`, { method: 'DELETE' });
    },
    payments: async (): Promise<ProviderPayment[]> => {
      const rows = z.array(PaymentRow).parse((await request(`${url}/sandbox/payments`)).body);
      return rows.map(({ orderId, metadata, ...row }) => ({
        ...row,
        orderId: orderId ?? metadata.orderId ?? '',
      }));
    },
    mails: async (): Promise<Mail[]> => z.array(Mail).parse((await request(`${url}/sandbox/mail`)).body),
    mailsTo: async (address: string): Promise<Mail[]> =>
      z.array(Mail).parse((await request(`${url}/sandbox/mail?to=${encodeURIComponent(address)}`)).body),
    mailCounts: async (subject: string): Promise<MailCounts> =>
      MailCounts.parse(
        (await request(`${url}/sandbox/mail/counts?subject=${encodeURIComponent(subject)}`)).body,
      ),
    /** Sends a report of a mail provider to the platform. @returns its status; null without a response */
    reportMail: async (report: MailReport): Promise<number | null> =>
      Reported.parse((await request(`${url}/sandbox/mail/report`, { method: 'POST', body: report })).body)
        .status,
    /** Adds a Google document. */
    addDocument: async (fields: {
      readonly title: string;
      readonly content: string;
      readonly redirectTo?: string;
      readonly access?: 'no-access';
    }): Promise<z.infer<typeof Document>> =>
      Document.parse((await request(`${url}/sandbox/docs`, { method: 'POST', body: fields })).body),
  };
};
export type SandboxClient = ReturnType<typeof createSandboxClient>;
