/** The receipt that goes to a telephone: what it says, to whom, and that it comes once at most (PAY-49). */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buy, give, start } from './buying.ts';
import { controlOf, openWorld, type World } from './world.ts';

const Messages = z.array(
  z.object({ to: z.string(), template: z.string(), words: z.array(z.string()), button: z.string() }),
);
const contact = '+91 98765 43210';
const person = { name: 'Ashalata', email: 'asha@example.org', contact };

/** WhatsApp is set, and played by the sandbox. */
const openPhones = (env: Record<string, string> = {}) =>
  openWorld({
    WHATSAPP_TOKEN: 'a-token-of-the-tests',
    WHATSAPP_PHONE_ID: '1234567890',
    WHATSAPP_BASE_URL: 'sandbox',
    ...env,
  });
const messagesOf = async ({ sandboxUrl }: World) =>
  Messages.parse(await controlOf(sandboxUrl)('GET', '/whatsapp'));
const stateOf = async (world: World, orderId: string) =>
  (await world.orders.findOne({ _id: orderId }))?.phoneReceipt;

describe('the receipt on a telephone (PAY-49)', () => {
  it('says number, amount and statement words, and neither title nor name nor house', async () => {
    await using world = await openPhones();
    const { orderId, order } = await buy(world, 'cashfree', person);
    await world.service.runWork();

    const messages = await messagesOf(world);

    const { number } = await order();
    expect(messages).toEqual([
      { to: '919876543210', template: 'receipt', words: [number, '₹499', 'STR MEDIA'], button: orderId },
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/salt|balcony|asha|satrangi|shop\.test/i);
    expect(await stateOf(world, orderId)).toBe('sent');
    expect(await world.mails()).toHaveLength(1);
  });

  it('thanks for a contribution too, and for nothing without a number that was given', async () => {
    await using world = await openPhones();
    const gift = await give(world, { ...person, amount: 50_000, isContribution: true });
    await world.pay.cashfree(gift.secret);
    await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
    const silent = await buy(world, 'cashfree', { email: 'meera@example.org' });
    const unpaid = await start(world, 'stripe', person);
    await world.service.runWork();

    expect((await messagesOf(world)).map(({ button }) => button)).toEqual([gift.orderId]);
    expect(await stateOf(world, silent.orderId)).toBeUndefined();
    expect(await stateOf(world, unpaid.orderId)).toBeUndefined();
  });

  it('is off unless it is set', async () => {
    await using world = await openWorld();
    const { orderId } = await buy(world, 'cashfree', person);
    await world.service.runWork();

    expect(await messagesOf(world)).toEqual([]);
    expect(await stateOf(world, orderId)).toBeUndefined();
    await expect(openPhones({ WHATSAPP_PHONE_ID: '' })).rejects.toThrow('set together or not at all');
  });

  it('waits while there are too many messages, and comes once', async () => {
    await using world = await openPhones();
    await world.knob({ target: 'whatsapp.messages', status: 429 });
    const { orderId } = await buy(world, 'cashfree', person);
    await world.service.runWork();
    expect(await stateOf(world, orderId)).toBe('waiting');

    await world.calm();
    for (const _turn of [1, 2, 3]) await world.service.runWork();

    expect(await stateOf(world, orderId)).toBe('sent');
    expect(await messagesOf(world)).toHaveLength(1);
  });

  it.each([
    ['that was taken though its answer was lost', { status: 500, after: true }, 'unsure', 1],
    ['that is refused', { status: 400 }, 'refused', 0],
  ])('%s is not sent again, and the order does not mind', async (_what, trouble, state, sent) => {
    await using world = await openPhones();
    await world.knob({ target: 'whatsapp.messages', ...trouble });
    const { orderId, order } = await buy(world, 'cashfree', person);
    await world.service.runWork();
    await world.calm();
    for (const _turn of [1, 2]) await world.service.runWork();

    expect(await stateOf(world, orderId)).toBe(state);
    expect(await messagesOf(world)).toHaveLength(sent);
    expect(await order()).toMatchObject({ status: 'paid' });
    expect(await world.mails()).toHaveLength(1);
  });

  it('is not sent again by who takes the work over from a process that died while sending', async () => {
    await using world = await openPhones();
    const { orderId } = await buy(world, 'cashfree', person);
    await world.orders.updateOne({ _id: orderId }, { $set: { phoneReceipt: 'sending' } });
    await world.service.runWork();

    expect(await messagesOf(world)).toEqual([]);
    expect(await stateOf(world, orderId)).toBe('sending');
  });

  it('waits while nobody is reached, and is given up after a day', async () => {
    await using world = await openPhones({ WHATSAPP_BASE_URL: 'http://127.0.0.1:2' });
    const { orderId } = await buy(world, 'cashfree', person);
    await world.service.runWork();
    expect(await stateOf(world, orderId)).toBe('waiting');

    world.service.clock.advance(25 * 3_600_000);
    await world.service.runWork();

    expect(await stateOf(world, orderId)).toBe('refused');
  });

  it('is said before paying', async () => {
    await using world = await openPhones();

    const options = await world.as('visitor').getPaymentOptions({ query: { country: 'IN' } });

    expect(options.phoneReceipt).toBe(true);
  });
});
