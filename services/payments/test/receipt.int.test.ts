import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { post, signedFact } from './webhooks.ts';
import { openedBy, openWorld, type World } from './world.ts';

const buy = async (world: World, email?: string): Promise<string> => {
  const person = email ? { name: 'Asha', email } : {};
  const started = await world
    .as(testUser())
    .createPayment(
      { body: { items: [{ media: 'm1' }], ...person } },
      { headers: { 'idempotency-key': randomUUID() } },
    );
  await post(world, signedFact('cashfree', 'success', openedBy(started)));
  await world.service.runWork();
  return started.orderId;
};
const receiptOf = async (world: World, orderId: string) =>
  (await world.orders.findOne({ _id: orderId }))?.receipt;

describe('the receipt', () => {
  it('says order number, amount, titles and refund policy, under a subject and sender that say nothing (PAY-49)', async () => {
    await using world = await openWorld();
    const orderId = await buy(world, 'asha@example.org');

    const [mail] = await world.mails();
    const number = (await world.orders.findOne({ _id: orderId }))?.number;

    expect(mail?.to).toEqual(['asha@example.org']);
    expect(mail?.subject).toBe('Your order is ready');
    expect(mail?.from).toContain('no-reply@shop.test');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(number);
      expect(text).toContain('₹499');
      expect(text).toContain('Salt on the Balcony');
      expect(text).toContain('http://shop.test/refunds');
      expect(text).toContain('STR MEDIA');
    }
    expect(await receiptOf(world, orderId)).toBe('sent');
  });

  it('leaves titles out when told to', async () => {
    await using world = await openWorld({
      RECEIPT_TITLES: 'off',
      RECEIPT_SUBJECT: 'Ready',
      MAIL_FROM: 'a@b.test',
    });
    await buy(world, 'asha@example.org');

    const [mail] = await world.mails();

    expect(mail).toMatchObject({ subject: 'Ready' });
    expect(`${mail?.text}${mail?.html}`).not.toContain('Salt');
  });

  it('is not sent twice when its work is heard again', async () => {
    await using world = await openWorld();
    const orderId = await buy(world, 'asha@example.org');

    await world.orders.updateOne({ _id: orderId }, { $set: { fulfilledAt: null } });
    for (let turn = 0; turn < 3; turn += 1) {
      world.service.clock.advance(30_000);
      await world.service.runJob('sweep-orders');
      await world.service.runWork();
    }

    expect(await world.mails()).toHaveLength(1);
  });

  it('waits for a mail server that is away', async () => {
    await using world = await openWorld();
    await world.knob({ target: 'mail.receive', status: 451 });
    const orderId = await buy(world, 'asha@example.org');
    expect(await receiptOf(world, orderId)).toBe('waiting');

    await world.calm();
    await world.service.runWork();

    expect(await receiptOf(world, orderId)).toBe('sent');
    expect(await world.mails()).toHaveLength(1);
  });

  it('is marked as not sent without an address or a mail server', async () => {
    await using world = await openWorld({ SMTP_URL: '' });

    const [silent, nowhere] = [await buy(world, 'asha@example.org'), await buy(world)];

    expect(await receiptOf(world, silent)).toBe('no-mail-server');
    expect(await receiptOf(world, nowhere)).toBe('no-address');
  });
});
