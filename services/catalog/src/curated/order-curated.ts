import { Refusal } from '@satrangi/chassis';
import { curatedTexts, liveTypes } from '@satrangi/contracts';
import { inOrder, ORDER_ID } from './curated.rules.ts';
import type { Deps } from './save-curated.ts';

const MAX_ATTEMPTS = 50;

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/**
 * Sets the order of the collections on the home page.
 * @param slugs exactly those of all collections
 * @param from the order that the caller began with; without it the last order wins
 * @throws Refusal version-conflict with the present order in `data.current`
 */
export const orderCurated =
  ({ curated, curatedIndex }: Pick<Deps, 'curated' | 'curatedIndex'>) =>
  async (slugs: readonly string[], from?: readonly string[]): Promise<readonly string[]> => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const [all, before] = await Promise.all([curated.all(), curated.order()]);
      const present = inOrder(all, before);
      const current = present.map(({ _id }) => _id);
      // a repeated request finds its own order
      if (isSame(slugs, current)) return slugs;
      const isComplete = isSame(slugs.toSorted(), current.toSorted());
      if (!isComplete || (from !== undefined && !isSame(from, current)))
        throw new Refusal('version-conflict', curatedTexts.orderChanged, { data: { current } });
      const after = { _id: ORDER_ID, slugs, version: before.version + 1 };
      const isPublic = present.some(({ published }) => published);
      const written = await curated.writeOrder(before, after, {
        live: [
          {
            message: { type: liveTypes.curatedUpdated, id: ORDER_ID },
            audience: { to: isPublic ? 'everyone' : 'admins' },
            version: after.version,
          },
        ],
      });
      if (!written) continue;
      curatedIndex.putOrder(after);
      return slugs;
    }
    throw new Refusal('version-conflict', curatedTexts.orderChanged);
  };
