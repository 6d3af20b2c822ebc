/** Test helpers of stored cards: a purchase by Stripe, the browser's confirmation, and customers at the sandbox. */
import { testUser } from '@satrangi/chassis/testing';
import type { PaymentsFixture } from './boot-payments.ts';

export const cards = {
  visa: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  declinedLater: '4000 0000 0000 0341',
};

type Confirmation = { card: string } | { paymentMethod: string | undefined };

/** What Stripe's script sends from the browser. @returns the status of the payment, or the code of its error */
export const confirmInBrowser = async (
  { sandboxUrl }: PaymentsFixture,
  clientSecret: string,
  how: Confirmation,
): Promise<string> => {
  const response = await fetch(`${sandboxUrl}/sandbox/stripe/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, ...how }),
  });
  const { error, status } = (await response.json()) as { error?: { code: string }; status: string };
  return error?.code ?? status;
};

/** Creates an order of `m1`, or of another item, for a reader abroad. */
export const order = async (
  fixture: PaymentsFixture,
  more: object = {},
  user = testUser(),
  headers: Record<string, string> = {},
) => {
  const api = fixture.as(user);
  const body = { items: [{ media: 'm1' }], country: 'US', ...more };
  const started = await api.createPayment({ body }, { headers });
  if (started.provider !== 'stripe') throw new Error('not by Stripe');
  const { orderId, clientSecret, paymentIntentId, storedCardId } = started;
  return {
    ...{ user, api, orderId, clientSecret, paymentIntentId, storedCardId },
    confirm: (how: Confirmation) => confirmInBrowser(fixture, clientSecret, how),
    settle: () => api.confirmStripe({ body: { paymentIntentId } }),
    order: () => api.getOrder({ params: { orderId } }),
  };
};

/** A paid order of a reader who stores the card with it. */
export const storeCard = async (fixture: PaymentsFixture, card = cards.visa, user = testUser()) => {
  const first = await order(fixture, { storedCard: 'store' }, user);
  await first.confirm({ card });
  await first.settle();
  return first;
};

type Listed = { data: Record<string, unknown>[] };

/** Reads what the sandbox's Stripe stores. */
export const atStripe = async ({ sandboxUrl }: Pick<PaymentsFixture, 'sandboxUrl'>, path: string) =>
  (await (
    await fetch(`${sandboxUrl}/v1/${path}`, { headers: { authorization: 'Bearer sk_test_x' } })
  ).json()) as Record<string, unknown> & Listed;

export const customersAt = async (fixture: Pick<PaymentsFixture, 'sandboxUrl'>) =>
  (await atStripe(fixture, 'customers?limit=100')).data;

/** The last digits of the cards of all customers, newest first. */
export const storedAt = async (fixture: PaymentsFixture): Promise<unknown[]> => {
  const lists = await Promise.all(
    (await customersAt(fixture)).map(({ id }) => atStripe(fixture, `payment_methods?customer=${id}`)),
  );
  return lists.flatMap(({ data }) => data.map(({ card }) => (card as { last4: string }).last4));
};

/** Deletes a customer in Stripe's dashboard. */
export const deleteAtStripe = async ({ sandboxUrl }: PaymentsFixture, id: unknown): Promise<void> => {
  const headers = { authorization: 'Bearer sk_test_x' };
  await fetch(`${sandboxUrl}/v1/customers/${id}`, { method: 'DELETE', headers });
};
