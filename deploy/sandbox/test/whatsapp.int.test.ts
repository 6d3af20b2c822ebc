import { expect, it } from 'vitest';
import { z } from 'zod';
import { control, setKnob, startSandboxFixture, startWebhookReceiver } from './fixture.ts';

const Taken = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const Refused = z.object({ error: z.object({ code: z.number() }) });

const message = {
  messaging_product: 'whatsapp',
  to: '919876543210',
  type: 'template',
  template: {
    name: 'receipt',
    language: { code: 'en' },
    components: [
      { type: 'body', parameters: ['ST-1', '₹499'].map((text) => ({ type: 'text', text })) },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'o1' }] },
    ],
  },
};
const send = (url: string, body: object, token = 'a-long-enough-token') =>
  fetch(`${url}/v23.0/1234567890/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

it('accepts a template message and lists its parameters and URL suffix', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);

  const response = await send(fixture.url, message);

  expect(response.status).toBe(200);
  const { messages } = Taken.parse(await response.json());
  expect(messages[0].id).toMatch(/^wamid\.\S{20,}$/);
  expect((await control(fixture, 'GET', '/whatsapp')).body).toMatchObject([
    {
      id: messages[0].id,
      from: '1234567890',
      to: '919876543210',
      template: 'receipt',
      words: ['ST-1', '₹499'],
      button: 'o1',
    },
  ]);
});

it('refuses a message without a token, without a number or by a knob as WhatsApp does', async () => {
  await using receiver = await startWebhookReceiver();
  await using fixture = await startSandboxFixture(receiver.url);

  const refused = [await send(fixture.url, message, ''), await send(fixture.url, { ...message, to: 'Asha' })];
  await setKnob(fixture, { target: 'whatsapp.messages', status: 429 });
  refused.push(await send(fixture.url, message));

  expect(refused.map(({ status }) => status)).toEqual([401, 400, 429]);
  const codes = await Promise.all(
    refused.map(async (answer) => Refused.parse(await answer.json()).error.code),
  );
  expect(codes).toEqual([190, 100, 130429]);
  expect((await control(fixture, 'GET', '/whatsapp')).body).toEqual([]);
});
