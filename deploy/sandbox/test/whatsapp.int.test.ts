import { expect, it } from 'vitest';
import { z } from 'zod';
import { control, openShop, startWorld, turnKnob } from './world.ts';

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

it('a template message is taken and listed with its words and the end of its link', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);

  const response = await send(world.url, message);

  expect(response.status).toBe(200);
  const { messages } = Taken.parse(await response.json());
  expect(messages[0].id).toMatch(/^wamid\.\S{20,}$/);
  expect((await control(world, 'GET', '/whatsapp')).body).toMatchObject([
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

it('without a token, to no number, or while a knob says so, it is refused as WhatsApp refuses it', async () => {
  await using shop = await openShop();
  await using world = await startWorld(shop.url);

  const refused = [await send(world.url, message, ''), await send(world.url, { ...message, to: 'Asha' })];
  await turnKnob(world, { target: 'whatsapp.messages', status: 429 });
  refused.push(await send(world.url, message));

  expect(refused.map(({ status }) => status)).toEqual([401, 400, 429]);
  const codes = await Promise.all(
    refused.map(async (answer) => Refused.parse(await answer.json()).error.code),
  );
  expect(codes).toEqual([190, 100, 130429]);
  expect((await control(world, 'GET', '/whatsapp')).body).toEqual([]);
});
