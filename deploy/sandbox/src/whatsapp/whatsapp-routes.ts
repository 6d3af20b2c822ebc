import { randomBytes } from 'node:crypto';
import { json, Router } from 'express';
import { z } from 'zod';
import { endpointsOf, ProviderRefusal } from '../endpoint.ts';
import type { Knobs } from '../knobs.ts';
import type { Ledger } from '../ledger.ts';
import type { WhatsappRecords } from './whatsapp-records.ts';

const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(1024) });
const Body = z.strictObject({ type: z.literal('body'), parameters: z.array(Text) });
const Button = z.strictObject({
  type: z.literal('button'),
  sub_type: z.literal('url'),
  index: z.literal('0'),
  parameters: z.tuple([Text]),
});
const TemplateMessage = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\+?\d{8,15}$/),
  type: z.literal('template'),
  template: z.strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/),
    language: z.strictObject({ code: z.string().min(2) }),
    components: z.array(z.discriminatedUnion('type', [Body, Button])),
  }),
});

/** Graph's error shape. 190: the token; 100: a parameter; 130429: too many; 131000: something went wrong. */
const refusalBody = (code: number, message: string) => ({
  error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'sandbox' },
});
const faultBody = (status: number) =>
  status === 429
    ? refusalBody(130429, 'Rate limit hit')
    : refusalBody(131000, 'Trouble ordered by a sandbox knob.');

type Deps = {
  records: WhatsappRecords;
  knobs: Knobs;
  ledger: Ledger;
  now: () => Date;
};

/** Fake WhatsApp Cloud API for templates: `POST /v23.0/<phone number id>/messages`. */
export const whatsappRoutes = ({ records, knobs, ledger, now }: Deps): Router => {
  const router = Router();
  const endpoint = endpointsOf({ knobs, ledger, faultBody });

  router.post(
    /^\/v\d+\.\d+\/(\d+)\/messages$/,
    json(),
    endpoint('whatsapp.messages', (request) => {
      if (!/^Bearer \S{10,}$/.test(request.get('authorization') ?? ''))
        throw new ProviderRefusal(401, refusalBody(190, 'Invalid OAuth access token.'));
      const read = TemplateMessage.safeParse(request.body ?? {});
      if (!read.success) throw new ProviderRefusal(400, refusalBody(100, z.prettifyError(read.error)));
      const { to, template } = read.data;
      const words = template.components.flatMap((part) => (part.type === 'body' ? part.parameters : []));
      const button = template.components.find((part) => part.type === 'button');
      const id = `wamid.${randomBytes(18).toString('base64url')}`;
      const waId = to.replace('+', '');
      records.add({
        id,
        from: String(request.params[0]),
        to: waId,
        template: template.name,
        language: template.language.code,
        words: words.map(({ text }) => text),
        button: button?.parameters[0].text ?? null,
        sentAt: now().toISOString(),
      });
      return {
        status: 200,
        body: {
          messaging_product: 'whatsapp',
          contacts: [{ input: to, wa_id: waId }],
          messages: [{ id, message_status: 'accepted' }],
        },
      };
    }),
  );
  router.get(
    /^\/v\d+\.\d+\/(\d+)$/,
    endpoint('whatsapp.number', (request) => {
      if (!/^Bearer \S{10,}$/.test(request.get('authorization') ?? ''))
        throw new ProviderRefusal(401, refusalBody(190, 'Invalid OAuth access token.'));
      return { status: 200, body: { id: request.params[0] } };
    }),
  );
  router.get('/sandbox/whatsapp', (_request, response) => {
    response.json(records.all());
  });
  return router;
};
