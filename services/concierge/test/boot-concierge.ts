import { type Booted, type BootOptions, bootService, testUser } from '@satrangi/chassis/testing';
import { type Client, conciergeApi, type MediaItem } from '@satrangi/contracts';
import { concierge } from '../src/service.ts';
import { seedShop } from './seed-shop.ts';
import { type ShopFixture, startShop } from './shop-fixture.ts';

export { refusalOf as refusal } from '@satrangi/chassis/testing';

type ConciergeClient = Client<typeof conciergeApi>;

const CONVERSATION_SECRET = 'keys-the-conversations-of-these-tests';
const asha = testUser({ userId: 'asha' });
const meera = testUser({ userId: 'meera' });

export type ConciergeFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly shop: ShopFixture;
  readonly visitor: ConciergeClient;
  readonly asha: ConciergeClient;
  readonly meera: ConciergeClient;
  /** One message of a visitor. */
  readonly send: (message: string, conversationId?: string) => ReturnType<ConciergeClient['chat']>;
};

/** A booted concierge over a shop with the demo titles, or the given items. */
export const bootConcierge = async (
  options: BootOptions & { readonly items?: readonly MediaItem[] } = {},
): Promise<ConciergeFixture> => {
  const shop = await startShop(options.items ?? (await seedShop()));
  const service = await bootService(concierge, {
    ...options,
    env: { CONVERSATION_SECRET, CATALOG_URL: shop.url, CHAT_PER_MINUTE: '100000', ...options.env },
  });
  await service.runJob('refresh-item-index');
  const visitor = service.as('visitor', conciergeApi);
  return {
    service,
    shop,
    visitor,
    asha: service.as(asha, conciergeApi),
    meera: service.as(meera, conciergeApi),
    send: (message, conversationId) =>
      visitor.chat({ body: { message, ...(conversationId ? { conversationId } : {}) } }),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    },
  };
};
