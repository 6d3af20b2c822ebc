import { randomUUID } from 'node:crypto';
import { StartedPayment } from '@satrangi/contracts';
import type { Book, Fixture, Reader } from './fixture.ts';
import { type HttpResult, type RequestOptions, requestWithRetry } from './http.ts';
import type { WebhookMode } from './sandbox-client.ts';

export type Purchase = {
  readonly reader: Reader;
  readonly book: Book;
  readonly country: 'IN' | 'US';
  readonly email?: string;
  readonly name?: string;
  readonly contact?: string;
  /** Bought for another reader. */
  readonly isGift?: true;
};

/** An order that is paid at the provider. */
export type PaidOrder = Purchase & {
  readonly orderId: string;
  readonly started: StartedPayment;
  readonly paidAt: number;
};

const refused = (what: string, { status, body }: HttpResult): Error =>
  new Error(`${what} answers ${status}: ${JSON.stringify(body)?.slice(0, 300)}`);

const orderRequest = (
  fixture: Fixture,
  { reader, book, country, email, name = 'Reader', contact, isGift }: Purchase,
  key: string,
): [string, RequestOptions] => [
  `${fixture.api}/payments/create`,
  {
    method: 'POST',
    token: reader.token,
    headers: { 'idempotency-key': key },
    body: { items: [{ media: book.mediaId, format: 'text' }], country, name, email, contact, isGift },
  },
];

/**
 * Creates an order; retries with the same idempotency key, unless `send` does not. @throws Error when it is refused
 */
export const createOrder = async (
  fixture: Fixture,
  purchase: Purchase,
  key: string = randomUUID(),
  send: typeof requestWithRetry = requestWithRetry,
): Promise<StartedPayment> => {
  const response = await send(...orderRequest(fixture, purchase, key));
  if (response.status !== 200) throw refused('create', response);
  return StartedPayment.parse(response.body);
};

/** Pays at the provider; the sandbox is always up here. */
export const payOrder = async (
  fixture: Fixture,
  purchase: Purchase,
  started: StartedPayment,
  webhook?: WebhookMode,
): Promise<PaidOrder> => {
  if (started.provider === 'cashfree') await fixture.sandbox.payCashfree(started.paymentSessionId, webhook);
  else await fixture.sandbox.payStripe(started.clientSecret, webhook);
  return { ...purchase, orderId: started.orderId, started, paidAt: Date.now() };
};

/** The request with which the buyer's page confirms the payment. */
export const confirmationRequest = ({
  reader,
  started,
}: Pick<PaidOrder, 'reader' | 'started'>): [string, RequestOptions] =>
  started.provider === 'cashfree'
    ? [
        '/payments/cashfree/verify',
        { method: 'POST', token: reader.token, body: { orderId: started.orderId } },
      ]
    : [
        '/payments/confirm',
        { method: 'POST', token: reader.token, body: { paymentIntentId: started.paymentIntentId } },
      ];

/** Confirms the payment as the buyer's page does. @throws Error when the response is not 200 */
export const confirmPayment = async (
  fixture: Fixture,
  paid: PaidOrder,
  send: typeof requestWithRetry = requestWithRetry,
): Promise<void> => {
  const [path, options] = confirmationRequest(paid);
  const response = await send(`${fixture.api}${path}`, options);
  if (response.status !== 200) throw refused(path, response);
};
