import { richText } from '@satrangi/contracts/pure';
import type { AttributeMap, Delta } from 'quill/core';
import Quill from 'quill/core';
import Blockquote from 'quill/formats/blockquote';
import Bold from 'quill/formats/bold';
import Header from 'quill/formats/header';
import Image from 'quill/formats/image';
import IndentClass from 'quill/formats/indent';
import Italic from 'quill/formats/italic';
import Link from 'quill/formats/link';
import List from 'quill/formats/list';
import Script from 'quill/formats/script';
import Strike from 'quill/formats/strike';
import Underline from 'quill/formats/underline';

/** A link without the `target` and `rel` of Quill: pages decide how a link opens. */
class PlainLink extends Link {
  static override create(value: string): HTMLElement {
    const node = Link.create(value) as HTMLElement;
    node.removeAttribute('target');
    node.removeAttribute('rel');
    return node;
  }
}

/** What the editor can hold; it is within the allow-list of the contracts. */
export const formats = [
  'bold',
  'italic',
  'underline',
  'strike',
  'script',
  'blockquote',
  'header',
  'list',
  'indent',
  'link',
  'image',
];

export const registerFormats = (): void =>
  Quill.register(
    {
      'formats/bold': Bold,
      'formats/italic': Italic,
      'formats/underline': Underline,
      'formats/strike': Strike,
      'formats/script': Script,
      'formats/blockquote': Blockquote,
      'formats/header': Header,
      'formats/list': List,
      'formats/indent': IndentClass,
      'formats/link': PlainLink,
      'formats/image': Image,
    },
    true,
  );

const isOwnImage = (insert: unknown): boolean => {
  const { image } = (insert ?? {}) as { image?: unknown };
  return image === undefined || (typeof image === 'string' && image.startsWith(richText.imagePrefix));
};

/**
 * A text from the clipboard without links that `isKept` refuses, and without pictures of other hosts.
 * @returns the text, and whether a link was taken out
 */
export const cleaned = (
  delta: Delta,
  isKept: (href: string) => boolean,
): { readonly ops: Delta['ops']; readonly hadRefused: boolean } => {
  let hadRefused = false;
  const ops = delta.ops
    .filter(({ insert }) => isOwnImage(insert))
    .map((op) => {
      const { link, ...attributes }: AttributeMap = op.attributes ?? {};
      if (typeof link !== 'string' || isKept(link)) return op;
      hadRefused = true;
      return { ...op, attributes };
    });
  return { ops, hadRefused };
};
