import { richText } from '@satrangi/contracts';

/** The path of a picture for browsers. */
export const imageUrl = (name: string): string => richText.imagePrefix + name;

/** The name of a picture in its path; null for other texts. */
export const imageNameOf = (url: string): string | null => {
  const name = url.startsWith(richText.imagePrefix) ? url.slice(richText.imagePrefix.length) : '';
  return /^[\w-]+\.\w+$/.test(name) ? name : null;
};

const IMAGE = new RegExp(`${richText.imagePrefix}([\\w-]+\\.\\w+)`, 'g');

/** A text with other names for its pictures. */
export const withImageNames = (html: string, rename: (name: string) => string): string =>
  html.replace(IMAGE, (_url, name: string) => imageUrl(rename(name)));

/** The names of the pictures that a text names, each once. */
export const imagesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(IMAGE)].map(([, name = '']) => name)),
];
