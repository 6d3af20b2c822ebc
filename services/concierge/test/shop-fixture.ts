import type { ServerResponse } from 'node:http';
import { startTestServer } from '@satrangi/chassis/testing';
import { type MediaItem, mediaTypes, problemOf } from '@satrangi/contracts';

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export type ShopFixture = AsyncDisposable & {
  readonly url: string;
  readonly items: Map<string, MediaItem>;
  /** False: every request hangs up. */
  isUp: boolean;
  /** Ids of items whose requests hang up. */
  readonly failing: Set<string>;
};

/** The answer of the search: titles and creators that contain every word, in pages. */
const searchPage = (items: readonly MediaItem[], query: URLSearchParams) => {
  const words = query.get('q')?.toLowerCase().split(' ') ?? [];
  const found = items.filter(({ title, creator }) =>
    words.every((word) => `${title} ${creator}`.toLowerCase().includes(word)),
  );
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 24);
  return {
    items: found.slice(start, end),
    total: found.length,
    nextCursor: end >= found.length ? null : String(end),
  };
};

/** A server with the public endpoints of the catalog that the concierge calls, over items in memory. */
export const startShop = async (items: readonly MediaItem[]): Promise<ShopFixture> => {
  const byId = new Map<string, MediaItem>(items.map((item) => [item._id, item]));
  const server = await startTestServer((request, response) => {
    if (!shop.isUp) return void request.socket.destroy();
    const url = new URL(request.url ?? '/', 'http://shop');
    if (url.pathname === '/search')
      return send(response, 200, searchPage([...byId.values()], url.searchParams));
    const [, path, id = ''] = url.pathname.split('/');
    const kind = mediaTypes.find((type) => type.path === path);
    if (shop.failing.has(id)) return void request.socket.destroy();
    const item = byId.get(decodeURIComponent(id));
    if (item && item.mediaType === kind?.joined) return send(response, 200, item);
    return send(response, 404, problemOf('not-found', 'Not found', 'test'));
  });
  const shop: ShopFixture = {
    ...server,
    items: byId,
    isUp: true,
    failing: new Set(),
  };
  return shop;
};
