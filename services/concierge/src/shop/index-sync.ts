import type { Job, Logger, ServiceContext } from '@satrangi/chassis';
import { every } from '@satrangi/chassis';
import { LIVE_RESET, type LiveMessage } from '@satrangi/contracts';
import { type CatalogClient, kindOfMessage } from './catalog-client.ts';
import type { ItemIndex } from './item-index.ts';

/** Items in memory; beyond it the newest are found locally, the others by the shop's search. */
const ITEMS_MAX = 5_000;
const REFRESH_EVERY_MS = 10 * 60_000;
/** Services start in any order: the first tries follow soon, and fail without a word. */
const FIRST_RETRY_MS = 200;
const RETRY_MS = 2_000;
const QUIET_TRIES = 20;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Deps = {
  readonly catalog: CatalogClient;
  readonly index: ItemIndex;
  readonly live: ServiceContext<unknown>['live'];
  readonly log: Logger;
};

/**
 * Fills the index from the catalog's public list, and reads one item again after each live message about it. A read
 * that fails is repaired by a refresh soon after, a lost message by the periodic one. Prices and titles of replies never come from the index.
 */
export const indexSync = ({ catalog, index, live, log }: Deps) => {
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let isFilling = false;
  /** Whether a read failed since the last refresh began. */
  let isOutdated = false;

  const refresh = async (): Promise<void> => {
    // what a live message adds during the refresh may be in no page
    const before = index.all().map(({ id }) => id);
    const ids = new Set<string>();
    // page by page: all at once would block this process for seconds
    for await (const items of catalog.pages(ITEMS_MAX))
      for (const item of items) {
        index.put(item);
        ids.add(item._id);
      }
    for (const id of before) if (!ids.has(id)) index.remove(id);
    index.setFilled();
  };
  /** Fills the index until a refresh succeeds, and says so once when that takes long. */
  const fill = async (tries = 1): Promise<void> => {
    isFilling = true;
    isOutdated = false;
    const isDone = await refresh().then(
      () => true,
      (error: unknown) => {
        if (tries === QUIET_TRIES)
          log.warn({ reason: reasonOf(error) }, 'catalog index fetch failed: items are found by search only');
        return false;
      },
    );
    isFilling = false;
    if (!isDone) fillLater(Math.min(RETRY_MS, FIRST_RETRY_MS * tries), tries + 1);
    else if (isOutdated) fillLater(RETRY_MS);
  };
  /** One wait serves all that failed meanwhile; what fails during a refresh is read by the next one. */
  const fillLater = (delay: number, tries = 1): void => {
    isOutdated = true;
    if (stopped || retry || isFilling) return;
    retry = setTimeout(() => {
      retry = undefined;
      void fill(tries);
    }, delay);
    retry.unref();
  };
  const readAgain = async ({ type, id }: LiveMessage, change?: string): Promise<void> => {
    const mediaType = kindOfMessage(type);
    if (!mediaType) return;
    const item = await catalog.get({ id, mediaType }, change);
    if (item) index.put(item);
    else index.remove(id);
  };
  const unsubscribe = live.subscribe((message, _audience, change) => {
    const done = message.type === LIVE_RESET ? refresh() : readAgain(message, change);
    done.catch((error: unknown) => {
      log.info({ reason: reasonOf(error) }, 'item index not updated: it is filled again');
      fillLater(RETRY_MS);
    });
  });

  return {
    refresh,
    fill: (): void => void fill(),
    job: every('refresh-item-index', REFRESH_EVERY_MS, refresh) satisfies Job,
    stop: (): void => {
      stopped = true;
      clearTimeout(retry);
      unsubscribe();
    },
  };
};
