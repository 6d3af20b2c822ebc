/** Asks the shop as one reader. @throws Error with the answer when it is a refusal */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

type Account = { readonly name: string; readonly email: string; readonly password: string };

/** Asks over the API, with a login or without. */
export const askerAt =
  (shop: string, token?: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(`${shop}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

/** Registers somebody who then asks and buys over the API. */
export const readerAt = async (shop: string, person: Account) => {
  const { token } = (await askerAt(shop)('POST', '/api/users/register', person)) as { token: string };
  const ask = askerAt(shop, token);
  /** Buys by Cashfree, pays, and waits until it stands in the library. @returns the order */
  const buy = async (media: string): Promise<string> => {
    const { orderId, paymentSessionId } = (await ask('POST', '/api/payments/create', {
      items: [{ media }],
      country: 'IN',
    })) as { orderId: string; paymentSessionId: string };
    await ask('POST', '/sandbox/cashfree/pay', { paymentSessionId, outcome: 'success' });
    await ask('POST', '/api/payments/cashfree/verify', { orderId });
    return orderId;
  };
  return { token, ask, buy };
};

/** The token of somebody who has an account. */
export const logInAt = async (shop: string, { email, password }: Omit<Account, 'name'>): Promise<string> => {
  const said = (await askerAt(shop)('POST', '/api/users/login', { email, password })) as { token: string };
  return said.token;
};
