import { createHmac, randomBytes } from 'node:crypto';
import { json, Router } from 'express';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
const InboundRequest = z.strictObject({
  from: z.string().regex(/^\d{8,15}$/),
  text: z.string().max(4_096),
  /** Repeats a message: the same id again. */
  id: z.string().max(200).optional(),
  /** Sign with another secret. */
  forged: z.boolean().default(false),
});

type Deps = {
  webhookBaseUrl: string;
  secret: string | null;
  now: () => Date;
};

/**
 * Control API of a telephone: sends a message to the WhatsApp number of the platform, as WhatsApp's signed webhook does.
 * @param secret null: messages cannot be signed
 */
export const whatsappInbound = ({ webhookBaseUrl, secret, now }: Deps): Router => {
  const router = Router();
  router.post('/sandbox/whatsapp/inbound', json(), async (request, response) => {
    const input = InboundRequest.safeParse(request.body ?? {});
    if (!input.success || secret === null) {
      const message = input.success ? 'WHATSAPP_APP_SECRET is not set' : z.prettifyError(input.error);
      return void response.status(400).json({ code: 'invalid-request', message });
    }
    const { from, text, forged, id = `wamid.${randomBytes(18).toString('base64url')}` } = input.data;
    const timestamp = String(Math.floor(now().getTime() / 1_000));
    const value = {
      messaging_product: 'whatsapp',
      contacts: [{ profile: { name: 'Sandbox' }, wa_id: from }],
      messages: [{ id, from, timestamp, type: 'text', text: { body: text } }],
    };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    const signature = createHmac('sha256', forged ? `${secret}-of-another` : secret)
      .update(body)
      .digest('hex');
    const answer = await fetch(`${webhookBaseUrl}/api/webhooks/whatsapp`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    response.status(200).json({ id, status: answer?.status ?? null });
  });
  return router;
};
