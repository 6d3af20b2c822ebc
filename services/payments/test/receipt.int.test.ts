import { randomUUID } from 'node:crypto';
import { testUser } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { bootPayments, type PaymentsFixture, startedOrder } from './boot-payments.ts';
import { post, signedWebhook } from './webhooks.ts';

const buy = async (fixture: PaymentsFixture, email?: string): Promise<string> => {
  const person = email ? { name: 'Asha', email } : {};
  const started = await fixture
    .as(testUser())
    .createPayment(
      { body: { items: [{ media: 'm1' }], ...person } },
      { headers: { 'idempotency-key': randomUUID() } },
    );
  await post(fixture, signedWebhook('cashfree', 'success', startedOrder(started)));
  await fixture.service.runWork();
  return started.orderId;
};
const receiptOf = async (fixture: PaymentsFixture, orderId: string) =>
  (await fixture.orders.findOne({ _id: orderId }))?.receipt;

describe('the receipt', () => {
  it('has order number, amount, titles and refund policy, and a neutral subject and sender (PAY-49)', async () => {
    await using fixture = await bootPayments();
    const orderId = await buy(fixture, 'asha@example.org');

    const [mail] = await fixture.mails();
    const number = (await fixture.orders.findOne({ _id: orderId }))?.number;

    expect(mail?.to).toEqual(['asha@example.org']);
    expect(mail?.subject).toBe('Your order is ready');
    expect(mail?.from).toContain('no-reply@shop.test');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(number);
      expect(text).toContain('₹499');
      expect(text).toContain('Salt on the Balcony');
      expect(text).toContain('http://shop.test/refunds');
      expect(text).toContain('http://shop.test/digital-library');
      expect(text).toContain('STR MEDIA');
    }
    expect(await receiptOf(fixture, orderId)).toBe('sent');
  });

  it('omits titles when configured', async () => {
    await using fixture = await bootPayments({
      RECEIPT_TITLES: 'off',
      RECEIPT_SUBJECT: 'Ready',
      MAIL_FROM: 'a@b.test',
    });
    await buy(fixture, 'asha@example.org');

    const [mail] = await fixture.mails();

    expect(mail).toMatchObject({ subject: 'Ready' });
    expect(`${mail?.text}${mail?.html}`).not.toContain('Salt');
  });

  it('is not sent twice when its outbox row is delivered again', async () => {
    await using fixture = await bootPayments();
    const orderId = await buy(fixture, 'asha@example.org');

    await fixture.orders.updateOne({ _id: orderId }, { $set: { fulfilledAt: null } });
    for (let turn = 0; turn < 3; turn += 1) {
      fixture.service.clock.advance(30_000);
      await fixture.service.runJob('sweep-orders');
      await fixture.service.runWork();
    }

    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is retried during an outage of the mail server', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'mail.receive', status: 451 });
    const orderId = await buy(fixture, 'asha@example.org');
    expect(await receiptOf(fixture, orderId)).toBe('waiting');

    await fixture.clearKnobs();
    await fixture.service.runWork();

    expect(await receiptOf(fixture, orderId)).toBe('sent');
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is not tried again for ever when the address has no mailbox', async () => {
    await using fixture = await bootPayments();
    await fixture.knob({ target: 'mail.rcpt.exampel.org', status: 550 });
    const orderId = await buy(fixture, 'asha@exampel.org');
    await fixture.service.runWork();

    expect(await receiptOf(fixture, orderId)).toBe('no-mailbox');
  });

  it('is marked as not sent without an address or a mail server', async () => {
    await using fixture = await bootPayments({ SMTP_URL: '' });

    const [silent, nowhere] = [await buy(fixture, 'asha@example.org'), await buy(fixture)];

    expect(await receiptOf(fixture, silent)).toBe('no-mail-server');
    expect(await receiptOf(fixture, nowhere)).toBe('no-address');
  });
});
