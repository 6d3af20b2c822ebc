import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { catalogApi, createClient, identityApi } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Stack } from './stack.ts';

const PDF = new URL('../../seed/files/borrowed-kurtas.pdf', import.meta.url);

/** Parts are down for a while, and a payment whose webhook was lost is found by a sweep. */
const PATIENCE_MS = 300_000;

type ShopRequest = { readonly method?: string; readonly body?: unknown; readonly token?: string };

/** Sends a request to the shop. @throws Error with the response unless it is 2xx */
export const requestAt = async (
  url: string,
  { method = 'GET', body, token }: ShopRequest = {},
  headers = {},
) => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} answers ${response.status}: ${text.slice(0, 300)}`);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { json: isJson ? JSON.parse(text) : undefined, cookies: response.headers.getSetCookie() };
};

/** Creates a book with a file. @returns its id, once the shop lists it */
export const shelveBook = async ({ url, admin }: Stack, slug: string): Promise<string> => {
  const baseUrl = `${url}/api`;
  const { token } = await createClient(identityApi, { baseUrl }).login({ body: admin });
  const catalog = createClient(catalogApi, { baseUrl, token: () => token });
  const { _id } = await catalog.createEbook({
    body: {
      ...{ slug, title: 'Borrowed Kurtas', author: 'Nobody', description: 'A book to be bought.' },
      ...{ priceINR: 499, priceUSD: 5.99, formats: ['text'] },
    },
  });
  const file = new Blob([await readFile(PDF)], { type: 'application/pdf' });
  await catalog.uploadEbookFile({ params: { id: _id }, files: { file } });
  await until('the shop lists the book', async () =>
    JSON.stringify((await requestAt(`${baseUrl}/ebooks`)).json).includes(_id),
  );
  return _id;
};

export type Reader = { readonly token: string; readonly cookie: string };

let readers = 0;
/** Each reader registers from an address of its own, of a range for documentation. */
const nextAddress = (): string => {
  readers += 1;
  return `203.0.113.${1 + (readers % 250)}`;
};

/** Registers a reader and logs in with the password; repeats both until they succeed. */
export const openReader = ({ url }: Stack, name: string): Promise<Reader> => {
  const account = { name: 'Reader', email: `${name}@containers.example`, password: 'a long password' };
  const headers = { 'x-forwarded-for': nextAddress() };
  return until(
    'a reader registers',
    async () => {
      await requestAt(`${url}/api/users/register`, { method: 'POST', body: account }, headers).catch(
        (error: Error) => {
          // the response of an earlier attempt was lost
          if (!/answers 409/.test(error.message)) throw error;
        },
      );
      const { email, password } = account;
      const login = { method: 'POST', body: { email, password } };
      const { json, cookies } = await requestAt(`${url}/api/users/login`, login, headers);
      return { token: json.token, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
    },
    PATIENCE_MS,
    500,
  );
};

/** Opens the event stream. @returns the data received so far, and a promise of its end */
export const openLive = async ({ url }: Stack, { cookie }: Reader) => {
  const stop = new AbortController();
  const response = await fetch(`${url}/updates/stream`, { headers: { cookie }, signal: stop.signal });
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true });
  };
  read().catch(() => undefined);
  return { type: response.headers.get('content-type') ?? '', text: () => text, close: () => stop.abort() };
};

export type Order = { readonly orderId: string; readonly paymentSessionId: string };

/** Creates a Cashfree order; retries with one idempotency key. */
export const startOrder = ({ url }: Stack, { token }: Reader, media: string): Promise<Order> => {
  const key = randomUUID();
  const body = { items: [{ media, format: 'text' }], country: 'IN', name: 'Reader' };
  return until(
    'an order starts',
    async () => {
      const request = { method: 'POST', token, body };
      return (await requestAt(`${url}/api/payments/create`, request, { 'idempotency-key': key })).json;
    },
    PATIENCE_MS,
    300,
  );
};

/** Pays in the sandbox, which sends its webhook to the gateway. */
export const payOrder = ({ url }: Stack, { paymentSessionId }: Order): Promise<unknown> =>
  requestAt(`${url}/sandbox/cashfree/pay`, {
    method: 'POST',
    body: { paymentSessionId, outcome: 'success', webhook: 'send' },
  });

/** Waits until all of these items are in the reader's library. @returns all entries */
export const ownedBy = (
  { url }: Stack,
  { token }: Reader,
  titles: readonly string[],
): Promise<{ media: { _id: string } }[]> =>
  until(
    'the library has the books',
    async () => {
      const entries: { media: { _id: string } }[] = (await requestAt(`${url}/api/library`, { token })).json;
      return titles.every((media) => entries.some((entry) => entry.media._id === media)) && entries;
    },
    PATIENCE_MS,
    1_000,
  );
