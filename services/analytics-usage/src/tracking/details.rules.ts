import { type SiteEventType, siteEventDetails } from '@satrangi/contracts';

const VALUE_MAX = 120;

/** Values that could be a person's: an address, a telephone number, a token or a search. */
const personal = [/@/, /\d{7,}/, /(?:\+|\b00)\d/, /(?:\d[\s().-]*){9,}/, /[?&=#%]/, /\.[\w-]{10,}\./];
/** Words, paths and ids of the site; nothing in other scripts, which only titles, names and searches have. */
const plain = /^[A-Za-z0-9_:/.-]+$/;

const isKept = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= VALUE_MAX &&
  plain.test(value) &&
  !personal.some((pattern) => pattern.test(value));

/** What a visitor opened. With an account it would reveal what a person reads. */
const whatIsOpened: ReadonlySet<string> = new Set(['mediaId', 'blogId']);

/** The fields of a report that its type allows and that identify no person; undefined when there are none. */
export const allowedDetails = (
  type: SiteEventType,
  details: unknown,
  { isSignedIn }: { readonly isSignedIn: boolean },
): Readonly<Record<string, string>> | undefined => {
  if (typeof details !== 'object' || details === null) return undefined;
  const given = details as Readonly<Record<string, unknown>>;
  const kept = siteEventDetails[type].flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const isAllowed = !isSignedIn || !whatIsOpened.has(name);
    return isAllowed && isKept(value) ? [[name, value] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
};
