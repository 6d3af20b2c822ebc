import { describe, expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { pressKeys, purchaseBody } from './purchase.ts';

const asha = { name: ' Asha ', email: 'asha@example.org', contact: '' };
const india = { provider: 'cashfree', currency: 'INR' } as const;
const abroad = { provider: 'stripe', currency: 'USD' } as const;

describe('a purchase', () => {
  it('is asked for in whole rupees in India and in cents abroad', () => {
    expect(purchaseBody(anEbook(), asha, 'IN', india)).toMatchObject({ amount: 24_900, currency: 'INR' });
    expect(purchaseBody(anEbook(), asha, 'US', abroad)).toMatchObject({
      amount: 283,
      currency: 'USD',
      originalAmount: 249,
      convertedAmount: 2.83,
    });
  });

  it('names the buyer without what was not given', () => {
    const body = purchaseBody(anEbook(), asha, 'IN', india);
    expect(body.name).toBe('Asha');
    expect(body).not.toHaveProperty('contact');
  });
});

describe('the keys of one opening', () => {
  it('are the same for the same wish and another for another', () => {
    const fresh = ['key-1', 'key-2'];
    const keyOf = pressKeys(() => fresh.shift() ?? 'none left');
    const wish = purchaseBody(anEbook(), asha, 'IN', india);

    expect(keyOf(wish)).toBe('key-1');
    expect(keyOf({ ...wish })).toBe('key-1');
    expect(keyOf(purchaseBody(anEbook(), asha, 'US', abroad))).toBe('key-2');
    expect(keyOf(wish)).toBe('key-1');
  });

  it('are not those of another opening', () => {
    const wish = purchaseBody(anEbook(), asha, 'IN', india);
    expect(pressKeys()(wish)).not.toBe(pressKeys()(wish));
  });
});
