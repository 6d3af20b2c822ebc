import { createLog, openLiveLog } from '@satrangi/chassis';
import { bootService, startTestServer } from '@satrangi/chassis/testing';
import { conciergeApi, type LiveMessage, problemOf } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { concierge } from '../src/service.ts';
import { createCatalogClient } from '../src/shop/catalog-client.ts';
import { indexSync } from '../src/shop/index-sync.ts';
import { createItemIndex } from '../src/shop/item-index.ts';
import { seedShop } from './seed-shop.ts';
import { startShop } from './shop-fixture.ts';

/** The sync of an index with a catalog at this address, told by these live messages. */
const syncOf = (
  catalogUrl: string,
  live: Awaited<ReturnType<typeof openLiveLog>>,
  index = createItemIndex(),
) =>
  indexSync({
    catalog: createCatalogClient(catalogUrl),
    index,
    log: createLog('concierge', 'silent'),
    live: {
      publish: live.publish,
      subscribe: (listener) =>
        live.subscribe(({ message, audience, change }) => listener(message, audience, change)),
    },
  });

it('after a live message the item is read at the version of that message, whichever replica answers', async () => {
  const named: unknown[] = [];
  const server = await startTestServer(({ url, headers }, response) => {
    named.push([url, headers['x-read-after']]);
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
  });
  const live = await openLiveLog('memory:index-sync');
  const sync = syncOf(server.url, live);

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
  await server[Symbol.asyncDispose]();
});

it('an item that is published during a refresh stays in the index, and one that is withdrawn leaves it', async () => {
  const [first, second, published, withdrawn] = (await seedShop()).filter(
    ({ mediaType }) => mediaType === 'ebook',
  );
  if (!first || !second || !published || !withdrawn) expect.unreachable();
  const live = await openLiveLog('memory:index-refresh');
  const index = createItemIndex();
  index.put(withdrawn);
  const publish = (message: LiveMessage) => live.publish(message, { to: 'everyone' });
  const server = await startTestServer(async ({ url }, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!url?.startsWith('/search'))
      return url?.endsWith(published._id)
        ? send(200, published)
        : send(404, problemOf('not-found', 'Not found', 'test'));
    if (!url.includes('cursor'))
      return send(200, { items: [first, withdrawn], total: 4, nextCursor: 'next' });
    // after the first page was read
    await publish({ type: 'ebook-created', id: published._id });
    await publish({ type: 'ebook-deleted', id: withdrawn._id });
    await expect
      .poll(() => [index.get(published._id)?.id, index.get(withdrawn._id)?.id])
      .toEqual([published._id, undefined]);
    send(200, { items: [second], total: 4, nextCursor: null });
  });
  const sync = syncOf(server.url, live, index);

  await sync.refresh();

  const ids = [first, second, published, withdrawn].filter(({ _id }) => index.get(_id)).map(({ _id }) => _id);
  expect(ids).toEqual([first._id, second._id, published._id]);
  sync.stop();
  await live.close();
  await server[Symbol.asyncDispose]();
});

it('an item whose read fails after a live message is in the index soon', async () => {
  const [published] = (await seedShop()).filter(({ mediaType }) => mediaType === 'ebook');
  if (!published) expect.unreachable();
  const live = await openLiveLog('memory:index-retry');
  const index = createItemIndex();
  await using server = await startTestServer(({ url, socket }, response) => {
    if (!url?.startsWith('/search')) return void socket.destroy();
    const page = { items: [published], total: 1, nextCursor: null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  const sync = syncOf(server.url, live, index);

  await live.publish({ type: 'ebook-created', id: published._id }, { to: 'everyone' });

  await expect.poll(() => index.get(published._id)?.id).toBe(published._id);
  sync.stop();
  await live.close();
});

it('until the catalog answers for the first time, a reply says so instead of that nothing was found', async () => {
  await using shop = await startShop(await seedShop());
  shop.isUp = false;
  await using service = await bootService(concierge, {
    env: { CONVERSATION_SECRET: 'keys-the-conversations-of-these-tests', CATALOG_URL: shop.url },
  });
  const prompt = () => service.as('visitor', conciergeApi).chat({ body: { message: 'books about rain' } });

  expect((await prompt()).reply).toContain('shelves do not answer');
  shop.isUp = true;
  await service.runJob('refresh-item-index');
  expect((await prompt()).items).not.toEqual([]);
});
