/// <reference lib="dom" />
/**
 * The service worker of kept titles (decision 0138). It exists only after a reader has pressed "Keep on this device". Every
 * request goes to the server first; without an answer from it, what was kept answers. `kept-plugin.ts` builds it without
 * imports, and puts the names before it.
 */
declare const NAMES: {
  readonly shellCache: string;
  /** Followed by the id of the title. */
  readonly titleCache: string;
  readonly factsUrl: string;
  readonly keptPage: string;
};
const { shellCache: SHELL_CACHE, factsUrl: FACTS_URL, keptPage: KEPT_PAGE } = NAMES;
const titleCache = (id: string): string => NAMES.titleCache + id;

/** The parts of `ServiceWorkerGlobalScope` and `FetchEvent` used here: the libraries of pages and workers exclude each other. */
type WorkerScope = { skipWaiting(): Promise<void>; readonly clients: { claim(): Promise<void> } };
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = Event & { readonly request: Request; respondWith(answer: Promise<Response>): void };

const PAGE = /^\/read\/([^/]+)$/;
const PICTURE = /^\/api\/[a-z-]+\/([^/]+)\/thumbnail$/;
const ITEM = /^\/api\/(?:media|ebooks|magazines|library\/access)\/([^/]+)(?:\/pdf)?$/;

const keptIn = async (cacheName: string, request: string): Promise<Response | undefined> =>
  (await caches.has(cacheName))
    ? (await caches.open(cacheName)).match(request, { ignoreSearch: true, ignoreVary: true })
    : undefined;

/** Whether a title is kept and its time is not over. */
const isKept = async (id: string): Promise<boolean> => {
  const answer = await keptIn(titleCache(id), FACTS_URL);
  const facts: { until?: string } = answer ? await answer.json() : {};
  return Date.parse(facts.until ?? '') > Date.now();
};

/** A whole file: the reader asks for parts only when they are offered. */
const withoutRanges = (answer: Response): Response => {
  const headers = new Headers(answer.headers);
  headers.delete('accept-ranges');
  return new Response(answer.body, { headers });
};

const keptAnswer = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate') {
    const [, id] = PAGE.exec(pathname) ?? [];
    const isShown = pathname === KEPT_PAGE || (id !== undefined && (await isKept(id)));
    const page = isShown ? await keptIn(SHELL_CACHE, KEPT_PAGE) : Response.redirect(KEPT_PAGE);
    return page ?? Response.error();
  }
  const [, id] = ITEM.exec(pathname) ?? PICTURE.exec(pathname) ?? [];
  if (id === undefined) return (await keptIn(SHELL_CACHE, pathname)) ?? Response.error();
  const answer = (await isKept(id)) ? await keptIn(titleCache(id), pathname) : undefined;
  return answer ? withoutRanges(answer) : Response.error();
};

const isAnswerable = ({ method, url, headers }: Request): boolean =>
  method === 'GET' &&
  new URL(url).origin === location.origin &&
  !headers.get('accept')?.includes('text/event-stream');

// the library of pages types `globalThis` as a window, and events of workers as plain events
const scope = globalThis as unknown as WorkerScope;
addEventListener('install', () => void scope.skipWaiting());
addEventListener('activate', (event) => (event as ExtendableEvent).waitUntil(scope.clients.claim()));
addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent;
  if (isAnswerable(request))
    respondWith.call(
      event,
      fetch(request).catch(() => keptAnswer(request)),
    );
});
