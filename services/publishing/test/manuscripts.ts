/** Files of authors, and hostile ones, built here. */
import { type ZipEntrySpec, zipOf } from '@satrangi/chassis/testing';

const padding = (bytes: number): Buffer => Buffer.alloc(Math.max(0, bytes), ' ');

/** A PDF of about these bytes. */
export const pdfOf = (bytes = 200, text = 'A story'): Buffer => {
  const head = Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\n`);
  const end = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  return Buffer.concat([head, padding(bytes - head.length - end.length), end]);
};

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const streams = (...names: readonly string[]): Buffer =>
  Buffer.concat([
    compound,
    Buffer.alloc(504),
    ...names.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
    Buffer.alloc(512),
  ]);

export const docOf = (...more: readonly string[]): Buffer => streams('WordDocument', ...more);
export const compoundOf = streams;

export const docxOf = (...more: readonly ZipEntrySpec[]): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: '<w:document/>' },
    ...more,
  ]);

export const epubOf = (...more: readonly ZipEntrySpec[]): Buffer =>
  zipOf([
    { name: 'mimetype', content: 'application/epub+zip', isStored: true },
    { name: 'META-INF/container.xml', content: '<container/>' },
    ...more,
  ]);
