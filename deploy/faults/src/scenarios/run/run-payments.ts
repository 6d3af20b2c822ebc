/** What runners and givers do: forms, fees, pages and gifts. */
import type { StartedPayment } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { requestWithRetry } from '../../http.ts';
import { adminOf, createOrder, post } from './run-platform.ts';

type CardPayment = Extract<StartedPayment, { provider: 'stripe' }>;
export type PaidFee = CardPayment & { readonly draftId: string | null };
type WalletPayment = Extract<StartedPayment, { provider: 'cashfree' }>;
export type Gift = WalletPayment & { readonly slug: string };

const FEE = 500;
const REFUND_MS = 40_000;

const formOf = (email: string) => ({
  name: 'Fault Runner',
  email,
  activityType: 'run',
  distanceKm: 5,
  amountPaid: FEE,
  consentData: true,
});

export const createDraft = async (fixture: Fixture, email: string, changes: object = {}): Promise<string> => {
  const { status, body } = await post(fixture, '/virtual-run/drafts', { ...formOf(email), ...changes });
  if (status !== 201) throw new Error(`the form answers ${status}`);
  // the answer of this endpoint by its contract
  return (body as { draftId: string }).draftId;
};
export const startFee = async (fixture: Fixture, email: string, draftId: string | null): Promise<PaidFee> => {
  const started = await createOrder(fixture, {
    purpose: 'virtual-run',
    provider: 'stripe',
    amount: FEE * 100,
    currency: 'INR',
    name: 'Fault Runner',
    email,
    ...(draftId === null ? {} : { runDraftId: draftId }),
  });
  if (started.provider !== 'stripe') throw new Error('a fee is paid by card');
  return { ...started, draftId };
};
export const register = (fixture: Fixture, email: string, paymentId: string, draftId: string | null) =>
  post(fixture, '/virtual-run/register', {
    ...formOf(email),
    paymentId,
    ...(draftId === null ? {} : { draftId }),
  });

/** A page that an admin creates, without a fee. */
export const createPage = async (fixture: Fixture, prefix: string, n: number): Promise<string> => {
  const body = { name: 'Gift Runner', email: `${prefix}-${n}@faults.example` };
  return (await adminOf(fixture).createRegistration({ body })).slug;
};

export const startGift = async (fixture: Fixture, slug: string, n: number): Promise<Gift> => {
  const started = await createOrder(fixture, {
    purpose: 'contribution',
    country: 'IN',
    currency: 'INR',
    amount: 10_000 + n,
    name: 'Giver',
    email: 'giver@faults.example',
    runSlug: slug,
  });
  if (started.provider !== 'cashfree') throw new Error('a gift of India is paid at Cashfree');
  return { ...started, slug };
};

/** Asks for a refund until the order is known as paid. @throws Error when it is not in time */
export const refundOrder = async (
  fixture: Fixture,
  { orderId }: Pick<StartedPayment, 'orderId'>,
  reason: string,
  amountMinor?: number,
) => {
  const options = {
    method: 'POST',
    token: fixture.adminToken,
    body: { reason, ...(amountMinor === undefined ? {} : { amountMinor }) },
  } as const;
  const url = `${fixture.api}/admin/orders/${orderId}/refund`;
  const done = await poll(async () => (await requestWithRetry(url, options)).status === 200, REFUND_MS, 500);
  if (!done) throw new Error('a refund is not accepted');
};
