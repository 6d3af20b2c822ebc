/** Content and recipient of the WhatsApp receipt. */
import { OrderId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { hasPhoneReceipt, whatsappNumber } from '../orders/receipt-phone.rules.ts';
import { phoneReceipt } from './phone-receipt.rules.ts';

it.each([
  ['+919876543210', 'IN', '919876543210'],
  ['+14155550123', 'US', '14155550123'],
  ['9876543210', 'IN', '919876543210'],
  ['919876543210', 'IN', '919876543210'],
  ['1234567890', 'IN', null],
  ['4155550123', 'US', null],
])('%s from %s is %s', (phone, country, number) => {
  expect(whatsappNumber(phone, country)).toBe(number);
});

const order = {
  _id: OrderId.parse('o1'),
  number: 'ST-7K2M9QXA',
  amount: { minor: 49_900, currency: 'INR' },
  country: 'IN',
  buyer: { name: 'Asha', email: 'asha@example.org', phone: '9876543210' },
} as const;
const gone = { ...order, buyer: { ...order.buyer, phone: null } };

it('the message has order number, amount and statement text, and nothing else (PAY-49)', () => {
  expect(phoneReceipt(order, 'STR MEDIA')).toEqual({
    to: '919876543210',
    words: ['ST-7K2M9QXA', '₹499', 'STR MEDIA'],
    link: 'o1',
  });
});

it('without a phone number or a provider there is no message (PAY-49)', () => {
  expect(phoneReceipt(gone, 'STR MEDIA')).toBeNull();
  expect([hasPhoneReceipt(order, true), hasPhoneReceipt(order, false), hasPhoneReceipt(gone, true)]).toEqual([
    true,
    false,
    false,
  ]);
});
