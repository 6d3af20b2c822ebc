/** A tab of the back office (checklist ADM-01, decisions 0139 and 0154). */
export type TabName =
  | 'dashboard'
  | 'analytics'
  | 'media'
  | 'collections'
  | 'creators'
  | 'publishing'
  | 'blogs'
  | 'content'
  | 'users'
  | 'newsletters'
  | 'orders'
  | 'contributions'
  | 'events'
  | 'usage';

export type Tab = {
  readonly name: TabName;
  readonly label: string;
  readonly group: '' | 'Catalogue' | 'People' | 'Money' | 'Run' | 'System';
  /** The key after G that opens it. */
  readonly key: string;
};

/** The tabs that exist, in their order. */
export const tabs: readonly Tab[] = [
  { name: 'dashboard', label: 'Dashboard', group: '', key: 'd' },
  { name: 'analytics', label: 'Analytics', group: '', key: 'a' },
  { name: 'media', label: 'Media', group: 'Catalogue', key: 'm' },
  { name: 'collections', label: 'Collections', group: 'Catalogue', key: 'k' },
  { name: 'creators', label: 'Creators', group: 'Catalogue', key: 'r' },
  { name: 'publishing', label: 'Publishing', group: 'Catalogue', key: 'p' },
  { name: 'blogs', label: 'Blogs', group: 'Catalogue', key: 'b' },
  { name: 'content', label: 'Site Content', group: 'Catalogue', key: 'c' },
  { name: 'users', label: 'Users', group: 'People', key: 'u' },
  { name: 'newsletters', label: 'Newsletters', group: 'People', key: 'n' },
  { name: 'orders', label: 'Orders', group: 'Money', key: 'o' },
  { name: 'contributions', label: 'Contributions', group: 'Money', key: 'l' },
  { name: 'events', label: 'Virtual Runs', group: 'Run', key: 'v' },
  { name: 'usage', label: 'Usage & Billing', group: 'System', key: 's' },
];

const aliases: Readonly<Record<string, string>> = { ebooks: 'media', 'virtual-runs': 'events' };

export type Place = {
  readonly tab: TabName;
  /** Why another tab is shown than the address names. */
  readonly notice: string | null;
};

/** The tab of an address below /admin (checklist ADM-40). An unknown tab shows the dashboard with a notice. */
export const placeOf = (path: string, params: URLSearchParams): Place => {
  if (/^\/usage\/?$/.test(path)) return { tab: 'usage', notice: null };
  const given = params.get('tab');
  if (given === null || given === '') return { tab: 'dashboard', notice: null };
  const name = aliases[given] ?? given;
  const found = tabs.find((tab) => tab.name === name);
  if (found) return { tab: found.name, notice: null };
  return { tab: 'dashboard', notice: 'There is no such tab.' };
};

export const tabPath = (name: TabName): string => `/?tab=${name}`;
