import { expect, it } from 'vitest';
import { createKnobs, reported } from './knobs.ts';

it('a knob applies `times` times with probability `chance`, then is removed', () => {
  const draws = [0.9, 0.1, 0.1];
  const knobs = createKnobs([], () => draws.shift() ?? 0);
  knobs.add({ target: 'stripe.refunds', status: 500, times: 1, chance: 0.5 });

  const taken = [1, 2, 3].map(() => knobs.takeCall('stripe.refunds.create').status);

  expect(taken).toEqual([undefined, 500, undefined]);
  expect(knobs.list()).toEqual([]);
});

it('a target matches itself and names below it, no siblings', () => {
  const names = ['stripe.refunds.create', 'stripe.refunds', 'stripe.refundsx', 'cashfree.refunds.create'];
  const covered = (target: string) => {
    const knobs = createKnobs([{ target, status: 500 }]);
    return names.filter((name) => knobs.takeCall(name).status === 500);
  };

  expect(covered('stripe.refunds')).toEqual(['stripe.refunds.create', 'stripe.refunds']);
  expect(covered('stripe.refunds.*')).toEqual(['stripe.refunds.create']);
  expect(covered('stripe.*')).toEqual(['stripe.refunds.create', 'stripe.refunds', 'stripe.refundsx']);
  expect(covered('*')).toEqual(names);
});

it('no knob applies to the control API', () => {
  const knobs = createKnobs([{ target: '*', status: 500 }]);

  expect(knobs.takeCall('control.knobs').status).toBeUndefined();
});

it('a delivery knob on any call of a provider applies to the webhooks of that provider only', () => {
  const knobs = createKnobs([{ target: 'stripe.payment_intents.create', dropWebhooks: true, times: 1 }]);

  const onCall = knobs.takeCall('stripe.payment_intents.create');
  const other = knobs.takeWebhook('cashfree.webhooks.PAYMENT_SUCCESS_WEBHOOK');
  const own = knobs.takeWebhook('stripe.webhooks.charge.refunded');

  expect([onCall.dropWebhooks, other.dropWebhooks, own.dropWebhooks]).toEqual([undefined, undefined, true]);
});

it('a knob for one webhook type does not apply to others', () => {
  const knobs = createKnobs([{ target: 'stripe.webhooks.charge.refunded', delayWebhooks: 5 }]);

  expect(knobs.takeWebhook('stripe.webhooks.payment_intent.succeeded').delayWebhooks).toBeUndefined();
  expect(knobs.takeWebhook('stripe.webhooks.charge.refunded').delayWebhooks).toBe(5);
});

it('several knobs are merged', () => {
  const knobs = createKnobs([
    { target: 'stripe.*', duplicateWebhooks: 2 },
    { target: 'stripe.webhooks', delayWebhooks: 5 },
  ]);

  expect(knobs.takeWebhook('stripe.webhooks.charge.refunded')).toMatchObject({
    duplicateWebhooks: 2,
    delayWebhooks: 5,
  });
});

it('a wrong amount is one unit less, a given number, or another currency', () => {
  const trueAmount = { amountMinor: 49_900, currency: 'INR' };

  expect(reported(trueAmount)).toEqual(trueAmount);
  expect(reported(trueAmount, { wrongAmount: true }).amountMinor).toBe(49_899);
  expect(reported(trueAmount, { wrongAmount: 5 }).amountMinor).toBe(5);
  expect(reported(trueAmount, { wrongAmount: { currency: 'USD' } })).toEqual({
    amountMinor: 49_900,
    currency: 'USD',
  });
});
