import { lastAddress } from '../../lib/address.ts';
import { savedViews } from '../../lib/saved-views.ts';
import { tabPath, tabs } from '../../lib/tabs.ts';

/** What a line of the palette does when it is chosen. */
export type Act = { readonly to: string } | { readonly call: 'rebuild' };

/** A line of the palette. */
export type Entry = {
  /** Unique among all lines; also the key under which it is kept as recent. */
  readonly key: string;
  readonly label: string;
  /** A second text beside the label. */
  readonly detail?: string;
  readonly act: Act;
  /** It names no person, so the browser may keep it as recent. */
  readonly isKept: boolean;
};

export type Group = { readonly label: string; readonly entries: readonly Entry[] };

const goTo = (key: string, label: string, to: string, detail: string): Entry => ({
  key,
  label,
  detail,
  act: { to },
  isKept: true,
});

/** The saved views of all lists. They are not kept as recent: recent lines are of this browser, views of one admin. */
const savedEntries = (): readonly Entry[] =>
  tabs.flatMap(({ name: tab, label }) =>
    savedViews.of(tab).map(({ name, address }) => ({
      key: `view:${address}`,
      label: name,
      detail: `${label}, saved view`,
      act: { to: `/?${address}` },
      isKept: false,
    })),
  );

/** The tabs, each with the filters it had last, and the screens without a tab. */
export const goEntries = (): readonly Entry[] => [
  ...tabs.map(({ name, label, key }) =>
    goTo(`go:${name}`, label, lastAddress(name) ?? tabPath(name), `G ${key.toUpperCase()}`),
  ),
  ...savedEntries(),
  goTo('go:reconciliation', 'Reconciliation', '/?tab=orders&view=reconciliation', 'Orders'),
  goTo('go:audit', 'Audit log', '/?tab=dashboard&open=audit', 'Dashboard'),
  goTo('go:connections', 'Connections', '/?tab=dashboard&open=connections', 'System'),
  goTo('go:parked', 'Parked messages', '/?tab=dashboard&open=parked', 'Dashboard'),
];

/** What an admin begins here. */
export const doEntries: readonly Entry[] = [
  goTo('do:media', 'Add media item', '/?tab=media&open=new', 'Media'),
  goTo('do:collection', 'New collection', '/?tab=collections&open=new', 'Collections'),
  goTo('do:blog', 'New blog post', '/?tab=blogs&open=new', 'Blogs'),
  goTo('do:registration', 'New registration', '/?tab=events&open=new', 'Virtual Runs'),
  goTo('do:invite', 'Invite an admin', '/?tab=users&open=invite', 'Users'),
  goTo('do:deploy', 'Deploy', '/?tab=content', 'Site Content'),
  goTo('do:letter', 'Send newsletter', '/?tab=newsletters&open=new', 'Newsletters'),
  {
    key: 'do:rebuild',
    label: 'Rebuild numbers',
    detail: 'Analytics',
    act: { call: 'rebuild' },
    isKept: true,
  },
];

/** Folds case, and accents of Latin letters only: marks of Indic scripts are part of the word. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/giu, '$1')
    .normalize('NFC')
    .toLowerCase();

/** The entries that hold every word of the text. */
export const matching = (entries: readonly Entry[], text: string): readonly Entry[] => {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, detail = '' }) => {
    const own = folded(`${label} ${detail}`);
    return words.every((word) => own.includes(word));
  });
};
