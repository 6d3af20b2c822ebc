import { type PageApis, routes } from 'virtual:satrangi-routes';
import { createClient } from '@satrangi/contracts/pure';
import { endsSession, session } from './session.ts';

/** A token the server does not know any more is forgotten at once, whichever call found out. */
const watchedFetch: typeof fetch = async (input, init) => {
  const token = session.token();
  const response = await fetch(input, init);
  if (response.status === 401 && token && token === session.token()) {
    const problem: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (typeof problem === 'object' && problem && endsSession(401, problem)) session.end();
  }
  return response;
};

const options = { baseUrl: '/api', token: session.token, fetch: watchedFetch };

/** Every call a page can make. Features talk to the server through this and nothing else. */
export const api = {
  identity: createClient<PageApis['identity']>(routes.identity, options),
  catalog: createClient<PageApis['catalog']>(routes.catalog, options),
  library: createClient<PageApis['library']>(routes.library, options),
  payments: createClient<PageApis['payments']>(routes.payments, options),
  gateway: createClient<PageApis['gateway']>(routes.gateway, options),
};
