/** A network that one client may own, and its budget as a multiple of a single address's. */
export type Scope = { readonly prefix: string; readonly factor: number };

/** A home gets a /64 to a /56, a company or a rented server a /48: each may be one client or many that share a budget. */
const NETWORKS = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 2 },
  { bits: 48, factor: 4 },
] as const;

const GROUPS = 8;
const part = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The last two groups may be written as an IPv4 address. */
const withoutDots = (text: string): string =>
  text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): number[] => {
  const [head = '', tail] = withoutDots(address).split('::');
  const before = part(head);
  const after = tail === undefined ? [] : part(tail);
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
};

const prefixOf = (groups: readonly number[], bits: number): string => {
  const kept = groups.map((group, at) => {
    const left = Math.min(16, Math.max(0, bits - at * 16));
    return group & (0xffff << (16 - left)) & 0xffff;
  });
  return `${kept.map((group) => group.toString(16)).join(':')}/${bits}`;
};

/**
 * The networks that an attempt counts for: the address itself for IPv4, the /64, /56 and /48 for IPv6, where one client
 * owns too many addresses to count each. An IPv4 address written as IPv6 is the IPv4 address.
 */
export const scopesOf = (address: string): readonly Scope[] => {
  const groups = groupsOf(address.split('%', 1)[0] ?? '');
  const isIPv6 = groups.length === GROUPS && groups.every((group) => group >= 0 && group <= 0xffff);
  if (!isIPv6) return [{ prefix: address, factor: 1 }];
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [{ prefix: [high >> 8, high & 255, low >> 8, low & 255].join('.'), factor: 1 }];
  return NETWORKS.map(({ bits, factor }) => ({ prefix: prefixOf(groups, bits), factor }));
};
