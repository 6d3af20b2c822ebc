import { type OutboxMessages, Refusal } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { untilWritten } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { inOrder, type Section, sectionSentences } from './sections.rules.ts';

type PageDeps = Pick<Deps, 'pages' | 'sections'>;

const orderMessages = (keys: readonly string[]): OutboxMessages => ({
  live: keys.slice(0, 1).map((id) => ({
    message: { type: liveTypes.sectionUpdated, id },
    audience: { to: 'everyone' as const },
  })),
});

/** Moves a section to a position of its page, 0 first; positions beyond the end are the end. */
export const placeOnPage = (
  { pages, sections }: PageDeps,
  { _id, key, page }: Section,
  position: number,
): Promise<true> =>
  untilWritten(async () => {
    const [before, present] = await Promise.all([pages.read(page), sections.ofPage(page)]);
    const others = inOrder(present, before.order)
      .map((section) => section._id)
      .filter((id) => id !== _id);
    const order = others.toSpliced(position, 0, _id);
    return (await pages.write(before, order, orderMessages([key]))) || null;
  });

/**
 * Sets the order of a page. @param keys exactly the keys of its sections
 * @throws Refusal version-conflict with the current keys in `data.current`
 */
export const reorderPage = (
  { pages, sections }: PageDeps,
  page: string,
  keys: readonly string[],
): Promise<string[]> =>
  untilWritten(async () => {
    const [before, present] = await Promise.all([pages.read(page), sections.ofPage(page)]);
    const idOf = new Map(present.map(({ key, _id }) => [key, _id]));
    const order = [...new Set(keys)].flatMap((key) => idOf.get(key) ?? []);
    if (order.length !== keys.length || order.length !== present.length)
      throw new Refusal('version-conflict', sectionSentences.orderChanged, {
        data: { current: inOrder(present, before.order).map(({ key }) => key) },
      });
    return (await pages.write(before, order, orderMessages(keys))) ? [...keys] : null;
  });
