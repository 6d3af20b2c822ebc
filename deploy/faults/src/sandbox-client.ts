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

const Mail = z.object({ messageId: z.string(), to: z.array(z.string()) });
export type Mail = z.infer<typeof Mail>;

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
  };
};
export type SandboxClient = ReturnType<typeof createSandboxClient>;
