import { richText } from '@satrangi/contracts/pure';

const tags: ReadonlySet<string> = new Set(richText.tags);
const classes: ReadonlySet<string> = new Set(richText.classes);
const forAll: readonly string[] = richText.attributes['*'];
const byTag: Readonly<Record<string, readonly string[]>> = richText.attributes;
const schemes: ReadonlySet<string> = new Set(richText.schemes.map((scheme) => `${scheme}:`));

/** Whole elements whose content is no text. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
]);

export type RichNode =
  | string
  | {
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly RichNode[];
    };

/** Whether a link leads somewhere harmless: a fragment, a path of this site, or a known scheme. */
const isSafeHref = (href: string): boolean => {
  try {
    return schemes.has(new URL(href, location.origin).protocol);
  } catch {
    return false;
  }
};

const isKept = (name: string, value: string): boolean => {
  if (name === 'href') return isSafeHref(value);
  if (name === 'src') return value.startsWith(richText.imagePrefix);
  return name !== 'class' || classes.has(value);
};

const attributesOf = (element: Element, tag: string): Record<string, string> => {
  const names = [...forAll, ...(byTag[tag] ?? [])];
  const pairs = names.map((name) => [name, element.getAttribute(name)] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair[1] !== null && isKept(pair[0], pair[1])),
  );
};

const nodesOf = (parent: Node): RichNode[] =>
  [...parent.childNodes].flatMap((node): RichNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const tag = node.tagName.toLowerCase();
    if (dropped.has(tag)) return [];
    if (!tags.has(tag)) return nodesOf(node);
    const attributes = attributesOf(node, tag);
    if (tag === 'img' && !attributes.src) return [];
    return [{ tag, attributes, children: nodesOf(node) }];
  });

/**
 * Rich text as a tree of allowed elements and attributes; everything else is removed, its text stays. The parsed
 * document is inert: it runs no script and loads nothing.
 */
export const parseRichText = (html: string): readonly RichNode[] =>
  nodesOf(new DOMParser().parseFromString(html, 'text/html').body);

export const textOf = (node: RichNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

/** The words of rich text, without tags. */
export const plainTextOf = (html: string): string =>
  parseRichText(html).map(textOf).join(' ').replace(/\s+/g, ' ').trim();

export type RichHeading = { readonly id: string; readonly text: string; readonly level: 2 | 3 | 4 };

const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'part';

/** The headings of rich text in order, with ids for links to them; equal headings get numbers. */
export const headingsOf = (nodes: readonly RichNode[]): RichHeading[] => {
  const counts = new Map<string, number>();
  const walk = (node: RichNode): RichHeading[] => {
    if (typeof node === 'string') return [];
    const [, level] = /^h([234])$/.exec(node.tag) ?? [];
    if (!level) return node.children.flatMap(walk);
    const text = textOf(node).trim();
    const slug = slugOf(text);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return [{ id: count === 1 ? slug : `${slug}-${count}`, text, level: Number(level) as 2 | 3 | 4 }];
  };
  return nodes.flatMap(walk);
};
