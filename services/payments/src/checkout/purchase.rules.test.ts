import { PaymentRequest } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { orderNumber } from '../orders/order.rules.ts';
import { planPayment } from './purchase.rules.ts';

const origins = ['https://shop.example', 'https://other.example'];
const request = (more: object = {}) => PaymentRequest.parse({ items: [{ media: 'm1' }], ...more });

describe('the plan of a purchase', () => {
  it('takes only the origin of the return URL (PAY-46)', () => {
    const plan = planPayment(request({ returnUrl: 'https://other.example/ebook/x?buy=1' }), 'u1', origins);
    expect(plan).toMatchObject({ returnOrigin: 'https://other.example' });
    expect(planPayment(request(), 'u1', origins)).toMatchObject({ returnOrigin: 'https://shop.example' });
  });

  it.each([
    'https://shop.example.evil.example/',
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://shop.example@evil.example/',
    'data:text/html,x',
  ])('never sends the buyer to %s (PAY-46)', (returnUrl) => {
    expect(planPayment(request({ returnUrl }), 'u1', origins)).toMatchObject({ code: 'validation-failed' });
  });

  it('drops an invalid phone number', () => {
    const phone = (contact: string) => planPayment(request({ contact }), 'u1', origins);
    expect(phone('+91 (98765) 432-10')).toMatchObject({ buyer: { phone: '+919876543210' } });
    expect(phone('call me')).toMatchObject({ buyer: { phone: null } });
  });

  it('refuses an invalid mail address', () => {
    expect(planPayment(request({ email: 'a@b\r\nBcc: x@y.z' }), 'u1', origins)).toMatchObject({
      detail: 'Valid email required',
    });
    expect(planPayment(request({ email: '' }), 'u1', origins)).toMatchObject({ buyer: { email: null } });
  });
});

it('an order number has no ambiguous characters', () => {
  expect(orderNumber(Uint8Array.from([0, 31, 32, 255, 10, 18, 20, 26]))).toBe('ST-0Z0ZAJMT');
});
