/** A refund that an admin makes here after one at the provider that is not known here yet. */
import { expect, it } from 'vitest';
import { bootPayments } from './boot-payments.ts';
import { buy, problemOf, providers, refund, refundOutside, refundsAtProvider } from './orders-fixture.ts';

it.each(providers)(
  'a refund made at %s that is not known here yet refuses that of an admin, who saw more left (P10)',
  async (provider) => {
    await using fixture = await bootPayments();
    const order = await buy(fixture, provider);
    const { orderId, minor } = order;
    await fixture.knob({ target: `${provider}.*`, dropWebhooks: true });
    await refundOutside(fixture, order, 100);

    const problem = await problemOf(refund(fixture, orderId, { amountMinor: 100, leftMinor: minor }));

    expect(problem).toMatchObject({
      code: 'version-conflict',
      detail: 'This order has changed since you opened it',
    });
    expect(await refundsAtProvider(fixture)).toEqual([[100, 1]]);
    await refund(fixture, orderId, { leftMinor: minor - 100 });
    expect(await refundsAtProvider(fixture)).toEqual([[minor, 2]]);
  },
);
