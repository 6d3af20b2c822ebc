import { useSearchParams } from 'react-router-dom';
import { useAdminStorage } from './admin-storage.ts';
import {
  nameProblem,
  parseViews,
  type SavedView,
  savedViews,
  VIEWS_MAX,
  type ViewAddress,
  viewAddress,
  viewsKey,
} from './saved-views.ts';
import { placeOf, type TabName } from './tabs.ts';
import { useUndoable } from './undo-line.tsx';
import type { CountRows } from './view-counts.ts';

/** The saved views of a list, and what can be done with them. Refusals are sentences; undefined is success. */
export type SavedViews = {
  readonly tab: TabName;
  readonly views: readonly SavedView[];
  /** The one that the address shows. */
  readonly current: SavedView | undefined;
  /** What of the present address would be saved; null when there is nothing to save, or it is saved. */
  readonly unsaved: ViewAddress | null;
  readonly count: CountRows | undefined;
  readonly save: (name: string) => string | undefined;
  readonly rename: (name: string, next: string) => string | undefined;
  readonly remove: (name: string) => void;
  /** The name of the view that was just deleted. */
  readonly removed: string | null;
  readonly undo: () => void;
};

/** The view that was deleted last, for as long as it can come back. */
const useUndo = (tab: TabName) => {
  const [removed, setRemoved] = useUndoable<{ readonly view: SavedView; readonly at: number }>();
  return {
    removed: removed?.view.name ?? null,
    remove: (name: string): void => {
      const at = savedViews.of(tab).findIndex((view) => view.name === name);
      const view = savedViews.of(tab)[at];
      if (!view) return;
      setRemoved({ view, at });
      savedViews.change(tab, (before) => before.filter((each) => each.name !== name));
    },
    undo: (): void => {
      if (!removed) return;
      const { view, at } = removed;
      savedViews.change(tab, (before) => {
        const others = before.filter(({ name }) => name !== view.name);
        return [...others.slice(0, at), view, ...others.slice(at)];
      });
      setRemoved(null);
    },
  };
};

/**
 * Addresses of a list that the admin keeps under a name, in this browser.
 * @param fields of the address that the pickers of the list set
 * @param count how many rows an address shows; without it views have no number
 */
export const useSavedViews = (fields: readonly string[] = [], count?: CountRows): SavedViews => {
  const [params] = useSearchParams();
  const { tab } = placeOf('/', params);
  const views = parseViews(tab, useAdminStorage(viewsKey(tab)));
  const undo = useUndo(tab);
  const kept = viewAddress(params, fields);
  const current = kept.isSearchLeftOut ? undefined : views.find(({ address }) => address === kept.address);
  const isNothing = current !== undefined || (kept.isPlain && !kept.isSearchLeftOut);
  return {
    tab,
    views,
    current,
    unsaved: isNothing ? null : kept,
    count,
    save: (name) => {
      const before = savedViews.of(tab);
      if (before.length >= VIEWS_MAX) return `You have ${VIEWS_MAX} views of this list. Delete one first.`;
      const problem = nameProblem(name, before);
      if (!problem) savedViews.change(tab, (all) => [...all, { name: name.trim(), address: kept.address }]);
      return problem;
    },
    rename: (name, next) => {
      const problem = nameProblem(
        next,
        savedViews.of(tab).filter((view) => view.name !== name),
      );
      if (!problem)
        savedViews.change(tab, (all) =>
          all.map((view) => (view.name === name ? { ...view, name: next.trim() } : view)),
        );
      return problem;
    },
    ...undo,
  };
};
