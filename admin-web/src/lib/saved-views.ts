import { adminKey, adminStorage, parseStored } from './admin-storage.ts';
import { placeOf, type TabName } from './tabs.ts';

/** An address of a list that an admin saved under a name. */
export type SavedView = {
  /** Unique in its tab, letter case aside. */
  readonly name: string;
  /** `tab=media&view=featured&sort=-price`: the query of the address below /admin, without page and open row. */
  readonly address: string;
};

export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 40;
const SEARCH_MAX = 100;

/** The lists whose search is about works. The search of every other list may name a person, so it is never stored. */
const aboutWorks: ReadonlySet<TabName> = new Set(['media', 'blogs']);
/** As many digits as the shortest phone numbers have. */
const MANY_DIGITS = 6;

/** Whether a text may be a mail address, or a number of a person or an order. */
const isPersonal = (text: string): boolean => {
  const plain = text.normalize('NFKC');
  return plain.includes('@') || (plain.match(/\p{Nd}/gu)?.length ?? 0) >= MANY_DIGITS;
};

const canKeepSearch = (tab: TabName, text: string): boolean =>
  aboutWorks.has(tab) && text.length <= SEARCH_MAX && !isPersonal(text);

/** Values of pickers, orders and sizes: words without spaces, small numbers, days. */
const isChoice = (value: string): boolean => /^(-?[a-z][a-z-]{0,30}|\d{1,3}|\d{4}-\d\d-\d\d)$/i.test(value);

const canKeep = (tab: TabName, name: string, value: string): boolean =>
  name === 'q' ? canKeepSearch(tab, value) : isChoice(value);

/** What of an address can be saved. */
export type ViewAddress = {
  readonly address: string;
  /** The search is not in it, because it may name a person. */
  readonly isSearchLeftOut: boolean;
  /** It chooses nothing: the list as it is without an address. */
  readonly isPlain: boolean;
};

/** The part of an address that a view keeps. @param fields what the pickers of the list set */
export const viewAddress = (params: URLSearchParams, fields: readonly string[]): ViewAddress => {
  const { tab } = placeOf('/', params);
  const kept = new URLSearchParams({ tab: params.get('tab') ?? tab });
  const plainLength = kept.size;
  for (const name of ['view', ...fields, 'q', 'sort', 'size']) {
    const value = params.get(name) ?? '';
    if (value !== '' && canKeep(tab, name, value)) kept.set(name, value);
  }
  return {
    address: String(kept),
    isSearchLeftOut: (params.get('q') ?? '') !== '' && !kept.has('q'),
    isPlain: kept.size === plainLength,
  };
};

const folded = (name: string): string => name.normalize('NFC').toLocaleLowerCase();

/** Why a view cannot have this name; undefined when it can. */
export const nameProblem = (name: string, others: readonly SavedView[]): string | undefined => {
  const trimmed = name.trim();
  if (trimmed === '') return 'Give the view a name.';
  if ([...trimmed].length > VIEW_NAME_MAX) return `A name has at most ${VIEW_NAME_MAX} characters.`;
  if (isPersonal(trimmed)) return 'A name may hold no mail address and no long number.';
  if (others.some((view) => folded(view.name) === folded(trimmed))) return 'You have a view with this name.';
  return undefined;
};

/** A stored view of the tab, if it is one: nothing is taken from storage that would not be written there. */
const readView = (tab: TabName, value: unknown, before: readonly SavedView[]): SavedView | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, address } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof address !== 'string' || nameProblem(name, before)) return undefined;
  const params = new URLSearchParams(address);
  const isOfTab = params.get('tab') !== null && placeOf('/', params).tab === tab;
  const isKept = [...params].every(
    ([field, choice]) =>
      field === 'tab' || (field !== 'page' && field !== 'open' && canKeep(tab, field, choice)),
  );
  const isNew = before.every((view) => view.address !== address);
  return isOfTab && isKept && isNew ? { name, address } : undefined;
};

/** The views of a stored text. What is damaged in it is ignored. */
export const parseViews = (tab: TabName, text: string | null): readonly SavedView[] => {
  const value = parseStored(text);
  const views: SavedView[] = [];
  for (const each of Array.isArray(value) ? value : []) {
    const view = readView(tab, each, views);
    if (view && views.length < VIEWS_MAX) views.push(view);
  }
  return views;
};

export const viewsKey = (tab: TabName): string => adminKey('admin-views', tab);

/** The views of a tab that this admin saved in this browser, in the order in which they were saved. */
export const savedViews = {
  of: (tab: TabName): readonly SavedView[] => parseViews(tab, adminStorage.read(viewsKey(tab))),
  /** Changes the views as they are stored now, also by another browser tab. */
  change: (tab: TabName, next: (before: readonly SavedView[]) => readonly SavedView[]): void => {
    const views = next(savedViews.of(tab));
    adminStorage.write(viewsKey(tab), views.length === 0 ? null : JSON.stringify(views));
  },
};
