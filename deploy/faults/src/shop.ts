import { randomUUID } from 'node:crypto';
import { StartedPayment } from '@satrangi/contracts';
import { type Answer, type Ask, askPatiently } from './http.ts';
import type { WebhookMode } from './sandbox.ts';
import type { Book, Reader, World } from './world.ts';

export type Wish = {
  readonly reader: Reader;
  readonly book: Book;
  readonly country: 'IN' | 'US';
  readonly email?: string;
  readonly name?: string;
  readonly contact?: string;
};

/** An order whose money is at the provider. */
export type Paid = Wish & {
  readonly orderId: string;
  readonly started: StartedPayment;
  readonly paidAt: number;
};

const refused = (what: string, { status, body }: Answer): Error =>
  new Error(`${what} answers ${status}: ${JSON.stringify(body)?.slice(0, 300)}`);

const create = (
  world: World,
  { reader, book, country, email, name = 'Reader', contact }: Wish,
  key: string,
): [string, Ask] => [
  `${world.api}/payments/create`,
  {
    method: 'POST',
    token: reader.token,
    headers: { 'idempotency-key': key },
    body: { items: [{ media: book.mediaId, format: 'text' }], country, name, email, contact },
  },
];

/** Presses Buy, and again with the same key until there is an answer. @throws Error when the answer is a refusal */
export const start = async (
  world: World,
  wish: Wish,
  key: string = randomUUID(),
): Promise<StartedPayment> => {
  const answer = await askPatiently(...create(world, wish, key));
  if (answer.status !== 200) throw refused('create', answer);
  return StartedPayment.parse(answer.body);
};

/** Pays at the provider, who is never down here. */
export const pay = async (
  world: World,
  wish: Wish,
  started: StartedPayment,
  webhook?: WebhookMode,
): Promise<Paid> => {
  if (started.provider === 'cashfree') await world.sandbox.payCashfree(started.paymentSessionId, webhook);
  else await world.sandbox.payStripe(started.clientSecret, webhook);
  return { ...wish, orderId: started.orderId, started, paidAt: Date.now() };
};

/** How the buyer's page asks after the payment. */
export const returnOf = ({ reader, started }: Pick<Paid, 'reader' | 'started'>): [string, Ask] =>
  started.provider === 'cashfree'
    ? [
        '/payments/cashfree/verify',
        { method: 'POST', token: reader.token, body: { orderId: started.orderId } },
      ]
    : [
        '/payments/confirm',
        { method: 'POST', token: reader.token, body: { paymentIntentId: started.paymentIntentId } },
      ];

/** The buyer comes back from the provider. @throws Error when the page is told anything but paid */
export const comeBack = async (world: World, paid: Paid): Promise<void> => {
  const [path, question] = returnOf(paid);
  const answer = await askPatiently(`${world.api}${path}`, question);
  if (answer.status !== 200) throw refused(path, answer);
};
