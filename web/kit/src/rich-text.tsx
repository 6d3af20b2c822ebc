import { createElement, type ReactNode, useMemo } from 'react';
import { classes } from './classes.ts';
import { headingsOf, parseRichText, type RichNode } from './parse-rich-text.ts';
import styles from './rich-text.module.css';

const isOtherSite = (href: string): boolean => new URL(href, location.origin).origin !== location.origin;

const attributeNames: Readonly<Record<string, string>> = { class: 'className' };

/** Elements of allowed nodes. Headings take their ids from the front of `ids`. */
const render = (node: RichNode, key: number, ids: string[]): ReactNode => {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const props = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [attributeNames[name] ?? name, value]),
  );
  if (/^h[234]$/.test(tag)) props.id = ids.shift() ?? '';
  if (tag === 'img')
    return <img key={key} {...props} alt={attributes.alt ?? ''} loading="lazy" decoding="async" />;
  const inside = children.map((child, index) => render(child, index, ids));
  const { href } = attributes;
  if (tag === 'a' && href && /^https?:/.test(href) && isOtherSite(href))
    return (
      <a key={key} {...props} rel="noopener noreferrer">
        {inside} <span className="vh">(opens another site)</span>
      </a>
    );
  return tag === 'br' || tag === 'hr'
    ? createElement(tag, { key, ...props })
    : createElement(tag, { key, ...props }, ...inside);
};

type Props = {
  html: string;
  lang?: string | undefined;
  dir?: 'ltr' | 'rtl' | undefined;
  className?: string | undefined;
};

/**
 * Rich text of editors. It is sanitised by the service and again here: only allowed elements and attributes are
 * created, and no HTML is inserted.
 */
export function RichText({ html, lang, dir, className }: Props) {
  const nodes = useMemo(() => parseRichText(html), [html]);
  const ids = headingsOf(nodes).map(({ id }) => id);
  return (
    <div className={classes('text', styles.rich, className)} lang={lang} dir={dir}>
      {nodes.map((node, index) => render(node, index, ids))}
    </div>
  );
}
