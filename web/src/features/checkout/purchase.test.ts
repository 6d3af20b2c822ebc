import { describe, expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { purchaseBody } from './purchase.ts';

const asha = { name: ' Asha ', email: 'asha@example.org', contact: '' };
const india = { provider: 'cashfree', currency: 'INR' } as const;
const abroad = { provider: 'stripe', currency: 'USD' } as const;

describe('a purchase', () => {
  it('has its amount in whole rupees in India and in cents abroad (PAY-01, PAY-06)', () => {
    expect(purchaseBody(anEbook(), asha, 'IN', india)).toMatchObject({ amount: 24_900, currency: 'INR' });
    expect(purchaseBody(anEbook(), asha, 'US', abroad)).toMatchObject({
      amount: 283,
      currency: 'USD',
      originalAmount: 249,
      convertedAmount: 2.83,
    });
  });

  it("contains the buyer's name, and an empty contact when no phone is given (PAY-38)", () => {
    const body = purchaseBody(anEbook(), asha, 'IN', india);
    expect(body.name).toBe('Asha');
    expect(body.contact).toBe('');
  });
});
