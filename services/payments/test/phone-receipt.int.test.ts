/** The WhatsApp receipt: content, recipient, and delivery at most once (PAY-49). */
import { whatsappSent } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bootPayments, controlOf, type PaymentsFixture } from './boot-payments.ts';
import { buy, give, start } from './orders-fixture.ts';

const Messages = z.array(
  z.object({ to: z.string(), template: z.string(), words: z.array(z.string()), button: z.string() }),
);
const contact = '+91 98765 43210';
const person = { name: 'Ashalata', email: 'asha@example.org', contact };

/** Boots payments with WhatsApp, faked by the sandbox. */
const bootWithWhatsapp = (env: Record<string, string> = {}) =>
  bootPayments({
    WHATSAPP_TOKEN: 'a-token-of-the-tests',
    WHATSAPP_PHONE_ID: '1234567890',
    WHATSAPP_BASE_URL: 'sandbox',
    ...env,
  });
const messagesOf = async ({ sandboxUrl }: PaymentsFixture) =>
  Messages.parse(await controlOf(sandboxUrl)('GET', '/whatsapp'));
const stateOf = async (fixture: PaymentsFixture, orderId: string) =>
  (await fixture.orders.findOne({ _id: orderId }))?.phoneReceipt;

describe('the WhatsApp receipt (PAY-49)', () => {
  it('has order number, amount and statement text, and no title, buyer or shop name', async () => {
    await using fixture = await bootWithWhatsapp();
    const { orderId, order } = await buy(fixture, 'cashfree', person);
    await fixture.service.runWork();

    const messages = await messagesOf(fixture);

    const { number } = await order();
    expect(messages).toEqual([
      { to: '919876543210', template: 'receipt', words: [number, '₹499', 'STR MEDIA'], button: orderId },
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/salt|balcony|asha|satrangi|shop\.test/i);
    expect(await stateOf(fixture, orderId)).toBe('sent');
    expect(await fixture.mails()).toHaveLength(1);
    const sent = (await fixture.service.publishedEvents()).filter(({ type }) => type === whatsappSent.type);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toMatch(new RegExp(`${orderId}|9876543210`));
  });

  it('is sent for a contribution too, and not without a number in the order', async () => {
    await using fixture = await bootWithWhatsapp();
    const gift = await give(fixture, { ...person, amount: 50_000, isContribution: true });
    await fixture.pay.cashfree(gift.secret);
    await gift.visitor.verifyCashfree({ body: { orderId: gift.orderId } });
    const silent = await buy(fixture, 'cashfree', { email: 'meera@example.org' });
    const unpaid = await start(fixture, 'stripe', person);
    await fixture.service.runWork();

    expect((await messagesOf(fixture)).map(({ button }) => button)).toEqual([gift.orderId]);
    expect(await stateOf(fixture, silent.orderId)).toBeUndefined();
    expect(await stateOf(fixture, unpaid.orderId)).toBeUndefined();
  });

  it('is off by default', async () => {
    await using fixture = await bootPayments();
    const { orderId } = await buy(fixture, 'cashfree', person);
    await fixture.service.runWork();

    expect(await messagesOf(fixture)).toEqual([]);
    expect(await stateOf(fixture, orderId)).toBeUndefined();
    await expect(bootWithWhatsapp({ WHATSAPP_PHONE_ID: '' })).rejects.toThrow('set together or not at all');
  });

  it('is retried after a rate limit, and sent once', async () => {
    await using fixture = await bootWithWhatsapp();
    await fixture.knob({ target: 'whatsapp.messages', status: 429 });
    const { orderId } = await buy(fixture, 'cashfree', person);
    await fixture.service.runWork();
    expect(await stateOf(fixture, orderId)).toBe('waiting');

    await fixture.clearKnobs();
    for (const _turn of [1, 2, 3]) await fixture.service.runWork();

    expect(await stateOf(fixture, orderId)).toBe('sent');
    expect(await messagesOf(fixture)).toHaveLength(1);
  });

  it.each([
    ['that was taken though its answer was lost', { status: 500, after: true }, 'unsure', 1],
    ['that is refused', { status: 400 }, 'refused', 0],
  ])('%s is not retried, and the order is unaffected', async (_what, trouble, state, sent) => {
    await using fixture = await bootWithWhatsapp();
    await fixture.knob({ target: 'whatsapp.messages', ...trouble });
    const { orderId, order } = await buy(fixture, 'cashfree', person);
    await fixture.service.runWork();
    await fixture.clearKnobs();
    for (const _turn of [1, 2]) await fixture.service.runWork();

    expect(await stateOf(fixture, orderId)).toBe(state);
    expect(await messagesOf(fixture)).toHaveLength(sent);
    expect(await order()).toMatchObject({ status: 'paid' });
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is not sent again after a crash during the call', async () => {
    await using fixture = await bootWithWhatsapp();
    const { orderId } = await buy(fixture, 'cashfree', person);
    await fixture.orders.updateOne({ _id: orderId }, { $set: { phoneReceipt: 'sending' } });
    await fixture.service.runWork();

    expect(await messagesOf(fixture)).toEqual([]);
    expect(await stateOf(fixture, orderId)).toBe('sending');
  });

  it('is retried without a connection, and dropped after a day', async () => {
    await using fixture = await bootWithWhatsapp({ WHATSAPP_BASE_URL: 'http://127.0.0.1:2' });
    const { orderId } = await buy(fixture, 'cashfree', person);
    await fixture.service.runWork();
    expect(await stateOf(fixture, orderId)).toBe('waiting');

    fixture.service.clock.advance(25 * 3_600_000);
    await fixture.service.runWork();

    expect(await stateOf(fixture, orderId)).toBe('refused');
  });

  it('is part of the payment options', async () => {
    await using fixture = await bootWithWhatsapp();

    const options = await fixture.as('visitor').getPaymentOptions({ query: { country: 'IN' } });

    expect(options.phoneReceipt).toBe(true);
  });
});
