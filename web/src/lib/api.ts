import { type FirstApis, type LaterApis, laterNames, routes } from 'virtual:satrangi-routes';
import { type Client, createClient } from '@satrangi/contracts/pure';
import { takeEarly } from './early.ts';
import { endsSession, session } from './session.ts';

/** A token the server does not know any more is forgotten at once, whichever call found out. */
const watchedFetch: typeof fetch = async (input, init) => {
  const token = session.token();
  const response = (await takeEarly(String(input))) ?? (await fetch(input, init));
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

/** A client whose addresses no first view needs: they are a file of their own that comes with the first question. */
const later = <S extends keyof LaterApis>(service: S): Client<LaterApis[S]> =>
  new Proxy({} as Client<LaterApis[S]>, {
    get: (_, name) => async (call: never, more: never) => {
      const { routes: others } = await import('virtual:satrangi-routes/later');
      const client = createClient<LaterApis[S]>(others[service], options);
      return client[name as keyof typeof client](call, more);
    },
  });

const laterApis = Object.fromEntries(laterNames.map((name) => [name, later(name)])) as unknown as {
  readonly [S in keyof LaterApis]: Client<LaterApis[S]>;
};

/** Every call a page can make. Features talk to the server through this and nothing else. */
export const api = {
  catalog: createClient<FirstApis['catalog']>(routes.catalog, options),
  library: createClient<FirstApis['library']>(routes.library, options),
  gateway: createClient<FirstApis['gateway']>(routes.gateway, options),
  ...laterApis,
};

/** First words of queries whose answers may belong to one reader: every service but the two that answer all alike. */
export const personalServices = Object.keys(api).filter((name) => name !== 'catalog' && name !== 'gateway');
