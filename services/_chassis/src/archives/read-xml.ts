import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element with its namespace; attributes by their name, with prefix. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  /** The number of elements around it. */
  readonly depth: number;
  readonly attributes: ReadonlyMap<string, string>;
};

export type XmlReader = {
  readonly onElement?: (element: XmlElement) => void;
  /** Text and CDATA directly in an element. */
  readonly onText?: (element: XmlElement, text: string) => void;
  /** @param end offset of the end tag in the text; the end of the tag, for an empty element */
  readonly onEnd?: (element: XmlElement, end: number) => void;
  /** Names of HTML such as `&nbsp;` are known from a DTD, which is not read. */
  readonly allowsUnknownEntities?: boolean;
};

const elementOf = ({ local, uri, attributes }: SaxesTagNS, depth: number): XmlElement => ({
  name: local,
  namespace: uri,
  depth,
  attributes: new Map(Object.values(attributes).map(({ name, value }) => [name, value])),
});

/**
 * Reads a document from front to end and builds no tree. Entities that the document declares are not expanded, and no
 * other file is read. @throws Error for a document that is not well-formed or declares entities
 */
export const readXml = (
  xml: string,
  { onElement, onText, onEnd, allowsUnknownEntities = false }: XmlReader,
): void => {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  parser.on('error', (error) => {
    if (!allowsUnknownEntities || !/undefined entity/.test(error.message)) throw error;
  });
  parser.on('doctype', (text) => {
    if (text.includes('[')) throw new TypeError('the document declares entities');
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag, open.length);
    open.push(element);
    onElement?.(element);
  });
  const readText = (text: string): void => {
    const element = open.at(-1);
    if (element) onText?.(element, text);
  };
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = open.pop();
    const { position } = parser;
    if (element) onEnd?.(element, isSelfClosing ? position : xml.lastIndexOf('<', position - 1));
  });
  parser.write(xml).close();
};
