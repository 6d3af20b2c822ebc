import { z } from 'zod';
import { ask } from './http.ts';

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
/** One payment in the provider's own books, by the order it is for. */
export type Booked = Omit<z.infer<typeof PaymentRow>, 'orderId' | 'metadata'> & { readonly orderId: string };

const Mail = z.object({ messageId: z.string(), to: z.array(z.string()) });
export type Mail = z.infer<typeof Mail>;

/** The providers, from the side of their customers and book-keepers. */
export const openSandbox = (url: string) => {
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await ask(`${url}/sandbox${path}`, { method: 'POST', body });
    if (answer.status >= 300 || answer.status === 0)
      throw new Error(`sandbox ${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  };

  return {
    payCashfree: (paymentSessionId: string, webhook: WebhookMode = 'send'): Promise<void> =>
      post('/cashfree/pay', { paymentSessionId, outcome: 'success', webhook }),
    payStripe: (clientSecret: string, webhook: WebhookMode = 'send'): Promise<void> =>
      post('/stripe/pay', { clientSecret, outcome: 'succeeded', webhook }),
    knob: (knob: Record<string, unknown>): Promise<void> => post('/knobs', knob),
    clearKnobs: async (): Promise<void> => {
      await ask(`${url}/sandbox/knobs`, { method: 'DELETE' });
    },
    payments: async (): Promise<Booked[]> => {
      const rows = z.array(PaymentRow).parse((await ask(`${url}/sandbox/payments`)).body);
      return rows.map(({ orderId, metadata, ...row }) => ({
        ...row,
        orderId: orderId ?? metadata.orderId ?? '',
      }));
    },
    mails: async (): Promise<Mail[]> => z.array(Mail).parse((await ask(`${url}/sandbox/mail`)).body),
  };
};
export type Sandbox = ReturnType<typeof openSandbox>;
