import { createHmac } from 'node:crypto';
import { type Handlers, Refusal, type ServiceContext, sameSecret } from '@satrangi/chassis';
import { parseJson, type usageApi, WHATSAPP_SIGNATURE, whatsappReceived } from '@satrangi/contracts';
import { messagesIn } from './inbound.rules.ts';
import type { InboundStore } from './inbound.store.ts';
import { isSignedByWhatsapp } from './signature.rules.ts';

type Deps = Pick<ServiceContext<unknown>, 'clock' | 'ids'> & {
  readonly inbound: InboundStore;
  readonly newEvent: ServiceContext<unknown>['events']['newEvent'];
  readonly appSecret: string | undefined;
  readonly verifyToken: string | undefined;
};

/** The webhook of WhatsApp. Without a secret no signature is valid, and without a verify token no challenge is answered. */
export const whatsappRoutes = ({
  inbound,
  clock,
  ids,
  newEvent,
  appSecret,
  verifyToken,
}: Deps): Pick<Handlers<typeof usageApi>, 'whatsappChallenge' | 'whatsappInbound'> => ({
  whatsappChallenge: ({ query }, _caller, { response }) => {
    const isOurs = verifyToken !== undefined && sameSecret(query['hub.verify_token'], verifyToken);
    if (query['hub.mode'] !== 'subscribe' || !isOurs)
      throw new Refusal('invalid-signature', 'The verify token is not valid');
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.setHeader('x-content-type-options', 'nosniff');
    response.end(query['hub.challenge']);
  },
  whatsappInbound: async ({ body }, _caller, { request }) => {
    if (!appSecret || !isSignedByWhatsapp(appSecret, body, request.get(WHATSAPP_SIGNATURE) ?? ''))
      throw new Refusal('invalid-signature', 'The signature is not valid');
    const messages = messagesIn(parseJson(Buffer.from(body).toString('utf8')), clock.now());
    if (!messages) throw new Refusal('validation-failed', 'The webhook is not valid');
    for (const { id, at } of messages) {
      // keyed: ids of WhatsApp hold the sender's number in an encoding that anybody can read
      const messageRef = createHmac('sha256', appSecret).update(id).digest('base64url').slice(0, 22);
      const event = newEvent(whatsappReceived, {
        id: ids.eventId(whatsappReceived.type, messageRef),
        subject: `message/${messageRef}`,
        data: { messageRef, at: at.toISOString() },
      });
      await inbound.add({ _id: messageRef, at }, event);
    }
    return { ok: true };
  },
});
