import { type FirstApis, type LazyApis, lazyServices, routes } from 'virtual:satrangi-routes';
import { type Client, createClient } from '@satrangi/contracts/pure';
import { takePrefetched } from './prefetched.ts';
import { endsSession, session } from './session.ts';

/** Adds the prefetched answer, and ends the local session when any call is refused with an invalid token. */
const sessionFetch: typeof fetch = async (input, init) => {
  const token = session.token();
  const response = (await takePrefetched(String(input))) ?? (await fetch(input, init));
  if (response.status === 401 && token && token === session.token()) {
    const problem: Parameters<typeof endsSession>[0] = await response
      .clone()
      .json()
      .catch(() => null);
    // the page in the preview frame of the back office must not end the login of the page around it
    if (parent === self && endsSession(problem)) session.end();
  }
  return response;
};

let send = sessionFetch;

/** From the first write on, reads name the writes of this page. Loaded then, because most visits write nothing. */
const siteFetch: typeof fetch = async (input, init) => {
  const response = await send(input, init);
  if (response.headers.has('x-changes'))
    await import('./own-writes.ts').then(
      (own) => (send = own.fetchAfter(response, sessionFetch)),
      () => undefined,
    );
  return response;
};

const options = { baseUrl: '/api', token: session.token, fetch: siteFetch };

/** A client that loads its route table with its first call, because no first view needs these routes. */
const lazyClient = <S extends keyof LazyApis>(service: S): Client<LazyApis[S]> =>
  new Proxy({} as Client<LazyApis[S]>, {
    get: (_, name) => async (call: never, init: never) => {
      const { routes: lazyRoutes } = await import('virtual:satrangi-routes/lazy');
      const client = createClient<LazyApis[S]>(lazyRoutes[service], options);
      return client[name as keyof typeof client](call, init);
    },
  });

// `Object.fromEntries` loses the type of each key; `lazyClient` has it.
const lazyApis = Object.fromEntries(lazyServices.map((name) => [name, lazyClient(name)])) as unknown as {
  readonly [S in keyof LazyApis]: Client<LazyApis[S]>;
};

/** All calls of the site. Features talk to the server only through this client. */
export const api = {
  catalog: createClient<FirstApis['catalog']>(routes.catalog, options),
  library: createClient<FirstApis['library']>(routes.library, options),
  gateway: createClient<FirstApis['gateway']>(routes.gateway, options),
  cms: createClient<FirstApis['cms']>(routes.cms, options),
  ...lazyApis,
};

const publicServices: ReadonlySet<string> = new Set(['catalog', 'gateway', 'cms']);

/** First segments of query keys whose data may belong to one reader. */
export const personalServices = Object.keys(api).filter((name) => !publicServices.has(name));
