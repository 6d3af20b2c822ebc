import { type OutboxMessages, Refusal } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { untilWritten } from './change-section.ts';
import type { Deps } from './sections.deps.ts';
import { inOrder, type Section, sectionSentences } from './sections.rules.ts';

type PageDeps = Pick<Deps, 'pages' | 'sections'>;

/** One message about a changed order. It names a published section; an order of drafts is sent to admins only. */
const orderMessages = (moved: readonly Section[]): OutboxMessages => {
  const isPublic = moved.some(({ published }) => published !== null);
  const named = moved.find(({ published }) => !isPublic || published !== null);
  const message = named && { type: liveTypes.sectionUpdated, id: named.key };
  return { live: message ? [{ message, audience: { to: isPublic ? 'everyone' : 'admins' } }] : [] };
};

/** Moves a section to a position of its page, 0 first; positions beyond the end are the end. */
export const placeOnPage = (
  { pages, sections }: PageDeps,
  section: Section,
  position: number,
): Promise<true> =>
  untilWritten(async () => {
    const { _id, page } = section;
    const [before, present] = await Promise.all([pages.read(page), sections.ofPage(page)]);
    const others = inOrder(present, before.order)
      .map((other) => other._id)
      .filter((id) => id !== _id);
    const order = others.toSpliced(position, 0, _id);
    return (await pages.write(before, order, orderMessages([section]))) || null;
  });

/**
 * Sets the order of a page.
 * @param keys exactly the keys of its sections
 * @param from the order that the caller began with; without it the last order wins
 * @throws Refusal version-conflict with the current keys in `data.current`
 */
export const reorderPage = (
  { pages, sections }: PageDeps,
  page: string,
  keys: readonly string[],
  from?: readonly string[],
): Promise<string[]> =>
  untilWritten(async () => {
    const [before, present] = await Promise.all([pages.read(page), sections.ofPage(page)]);
    const byKey = new Map(present.map((section) => [section.key, section]));
    const moved = [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
    const order = moved.map(({ _id }) => _id);
    const current = inOrder(present, before.order).map(({ key }) => key);
    const isPresent = (list: readonly string[]): boolean => list.join('\n') === current.join('\n');
    // a repeated request finds its own order
    if (isPresent(keys)) return [...keys];
    const isFromPresent = from === undefined || isPresent(from);
    if (order.length !== keys.length || order.length !== present.length || !isFromPresent)
      throw new Refusal('version-conflict', sectionSentences.orderChanged, { data: { current } });
    return (await pages.write(before, order, orderMessages(moved))) ? [...keys] : null;
  });
