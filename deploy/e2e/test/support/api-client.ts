/** Sends a request as one reader. @throws Error with the response when it is refused */
export type ApiCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

type Account = { readonly name: string; readonly email: string; readonly password: string };

/** Creates a function that calls the API, with or without a session. */
export const apiCaller =
  (shop: string, token?: string): ApiCall =>
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

/** Registers a reader who calls the API and buys. */
export const registerReader = async (shop: string, person: Account) => {
  const { token, user } = (await apiCaller(shop)('POST', '/api/users/register', person)) as {
    token: string;
    user: { _id: string };
  };
  const httpRequest = apiCaller(shop, token);
  /** Buys by Cashfree and waits for the grant. @returns the order */
  const buy = async (media: string): Promise<string> => {
    const { orderId, paymentSessionId } = (await httpRequest('POST', '/api/payments/create', {
      items: [{ media }],
      country: 'IN',
    })) as { orderId: string; paymentSessionId: string };
    await httpRequest('POST', '/sandbox/cashfree/pay', { paymentSessionId, outcome: 'success' });
    await httpRequest('POST', '/api/payments/cashfree/verify', { orderId });
    return orderId;
  };
  return { token, userId: user._id, httpRequest, buy };
};

/** Logs in over the API. @returns the session token */
export const logIn = async (shop: string, { email, password }: Omit<Account, 'name'>): Promise<string> => {
  const session = (await apiCaller(shop)('POST', '/api/users/login', { email, password })) as {
    token: string;
  };
  return session.token;
};
