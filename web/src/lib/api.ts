import { type PageApis, routes } from 'virtual:satrangi-routes';
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

type Service = keyof PageApis;

/** A client that has the routes of first views, and loads the others with the first call of one of them. */
const clientOf = <S extends Service>(service: S): Client<PageApis[S]> =>
  // the type of a proxy's names is `string | symbol`: callers name calls of this service only
  new Proxy(createClient<PageApis[S]>(routes[service], options), {
    get: (first, name) =>
      first[name as keyof typeof first] ??
      (async (call: never, init: never) => {
        const { routes: others } = await import('virtual:satrangi-routes/lazy');
        const client = createClient<PageApis[S]>(others[service], options);
        return client[name as keyof typeof client](call, init);
      }),
  });

/** All calls of the site. Features talk to the server only through this client. */
export const api = Object.fromEntries(
  // the keys of `routes`, whose types `Object.keys` loses
  (Object.keys(routes) as Service[]).map((service) => [service, clientOf(service)]),
  // `Object.fromEntries` loses the type of each key; `clientOf` has it
) as unknown as { readonly [S in Service]: Client<PageApis[S]> };

const publicServices: ReadonlySet<string> = new Set(['catalog', 'gateway', 'cms']);

/** First segments of query keys whose data may belong to one reader. */
export const personalServices = Object.keys(api).filter((name) => !publicServices.has(name));
