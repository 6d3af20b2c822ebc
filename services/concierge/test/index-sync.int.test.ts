import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog, openLiveLog } from '@satrangi/chassis';
import { expect, it } from 'vitest';
import { createCatalogClient } from '../src/shop/catalog-client.ts';
import { indexSync } from '../src/shop/index-sync.ts';
import { createItemIndex } from '../src/shop/item-index.ts';

it('after a live message the item is read at the version of that message, whichever replica answers', async () => {
  const named: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    named.push([url, headers['x-read-after']]);
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const catalog = createCatalogClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const live = await openLiveLog('memory:index-sync');
  const sync = indexSync({
    catalog,
    index: createItemIndex(),
    log: createLog('concierge', 'silent'),
    live: {
      publish: live.publish,
      subscribe: (listener) =>
        live.subscribe(({ message, audience, change }) => listener(message, audience, change)),
    },
  });

  await live.publish({ type: 'ebook-updated', id: 'one' }, { to: 'everyone' }, 'one@7');
  await live.publish({ type: 'ebook-updated', id: 'two' }, { to: 'everyone' });

  await expect
    .poll(() => named)
    .toEqual([
      ['/ebooks/one', 'one@7'],
      ['/ebooks/two', undefined],
    ]);
  sync.stop();
  await live.close();
  server.close();
});
