/** The defaults of payments. */
import { expect, it } from 'vitest';
import { PaymentsConfig } from './config.ts';

const needed = {
  PUBLIC_URL: 'http://shop.test',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  CASHFREE_CLIENT_ID: 'client',
  CASHFREE_CLIENT_SECRET: 'secret',
};

it('Cashfree is its sandbox unless the environment sets production (PAY-21)', () => {
  expect(PaymentsConfig.parse(needed).CASHFREE_MODE).toBe('sandbox');
  expect(PaymentsConfig.parse({ ...needed, CASHFREE_MODE: 'production' }).CASHFREE_MODE).toBe('production');
  expect(PaymentsConfig.safeParse({ ...needed, CASHFREE_MODE: 'live' }).success).toBe(false);
});

it.each(['STATEMENT_NAME', 'RECEIPT_SUBJECT', 'THANKS_SUBJECT'])(
  '%s with a word that may out a reader is refused, and the word is named (BEY-01)',
  (name) => {
    const read = PaymentsConfig.safeParse({ ...needed, [name]: 'QUEER BOOKS' });

    expect(read.error?.issues.map(({ path, message }) => [...path, message])).toEqual([
      [name, 'It may tell others about the reader: queer'],
    ]);
    expect(PaymentsConfig.safeParse({ ...needed, [name]: 'STR BOOKS' }).success).toBe(true);
  },
);
