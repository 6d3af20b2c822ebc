import { cloneElement, Fragment, isValidElement } from 'react';
import type { Language } from './language.ts';
import type { Place, TranslationOf } from './translations.ts';

/** Attributes whose text is shown or read out. */
const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
] as const;
/** Their text is content. */
const CONTENT: ReadonlySet<unknown> = new Set([
  'script',
  'style',
  'textarea',
  'text',
  'tspan',
  'code',
  'kbd',
  'pre',
]);

/** An element inside a text, for the search of its translation: a private-use character with its index. */
const FIRST_MARK = 0xe000;
const markOf = (index: number): string => String.fromCharCode(FIRST_MARK + index);
const marks = /([\ue000-\uf8ff])/;
const edges = /^([\s\ue000-\uf8ff]*)(.*?)([\s\ue000-\uf8ff]*)$/su;

const isText = (child: unknown): child is string | number =>
  typeof child === 'string' || typeof child === 'number';

/** Keeps the state of an element when the words around it move. */
const keyed = (child: unknown, index: number): unknown =>
  isValidElement(child) && child.key === null ? cloneElement(child, { key: `in-text-${index}` }) : child;

/** Translates the props of elements. Elements with `lang` are content, `translate="no"` is as it is. */
export const createTranslateProps = (translationOf: TranslationOf): Language['translateProps'] => {
  const translateText = (text: string, place: Place): string => {
    const [, start = '', words = '', end = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
    return words === '' ? text : `${start}${translationOf(words, place) ?? words}${end}`;
  };

  /** Each part between two elements, when all of them have a translation: half a sentence helps nobody. */
  const translateParts = (text: string): string => {
    const parts = text.split(marks);
    const translated = parts.map((part) => (/\p{L}{2}/u.test(part) ? translateText(part, 'composed') : part));
    const isWhole = parts.every((part, index) => !/\p{L}{2}/u.test(part) || translated[index] !== part);
    return isWhole ? translated.join('') : text;
  };

  /** The whole text with its marks, else without elements at its edges, else each part between two elements. */
  const translateMarked = (text: string): string => {
    const whole = translateText(text, 'composed');
    if (whole !== text || !marks.test(text)) return whole;
    const [, start = '', words = '', end = ''] = edges.exec(text) ?? [];
    const inner = words === '' ? null : translationOf(words, 'composed');
    return inner === null ? translateParts(text) : `${start}${inner}${end}`;
  };

  /** Children that are one sentence are translated as one: its elements may move within it. */
  const translateRun = (children: readonly unknown[]): unknown => {
    const inside: unknown[] = [];
    const partOf = (child: unknown, index: number): string => {
      if (child === null || child === undefined || typeof child === 'boolean') return '';
      if (isText(child)) return String(child);
      return markOf(inside.push(keyed(translateChildren(child), index)) - 1);
    };
    const parts = translateMarked(children.map(partOf).join('')).split(marks);
    const elementOf = (part: string): unknown => inside[part.charCodeAt(0) - FIRST_MARK];
    return parts.filter((part) => part !== '').map((part) => (marks.test(part) ? elementOf(part) : part));
  };

  const translateChildren = (children: unknown): unknown => {
    if (typeof children === 'string') return translateText(children, 'plain');
    if (!Array.isArray(children)) return children;
    // letters of icon fonts would be taken for elements
    if (children.some((child) => typeof child === 'string' && marks.test(child))) return children;
    if (children.some(isText)) return translateRun(children);
    return children.some(Array.isArray)
      ? children.map((child) => (Array.isArray(child) ? translateChildren(child) : child))
      : children;
  };

  return <P extends object>(type: unknown, props: P): P => {
    if (typeof type !== 'string' && type !== Fragment) return props;
    // props are read by name: their type depends on the element
    const given: Readonly<Record<string, unknown>> = { ...(props as Record<string, unknown>) };
    const isContent = CONTENT.has(type) || given.lang !== undefined || given.translate === 'no';
    const translated: Record<string, unknown> = isContent
      ? {}
      : { children: translateChildren(given.children) };
    for (const name of ATTRIBUTES) {
      const text = given[name];
      if (typeof text === 'string') translated[name] = translateText(text, 'composed');
    }
    // a prop that was absent stays absent: children of an empty element, for example
    const changed = Object.entries(translated).filter(([name, value]) => given[name] !== value);
    return changed.length === 0 ? props : { ...props, ...Object.fromEntries(changed) };
  };
};
