/** Searches the raw bytes of files for canary words in every encoding a program may have written. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

const toBigEndian = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

/** Base64 depends on the byte offset: all three offsets, without the characters that mix with adjacent bytes. */
const base64Forms = (word: string): Buffer[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(word)]).toString('base64');
    return Buffer.from(encoded.slice(before === 0 ? 0 : before + 1).replace(/.?.?=*$/, ''));
  });

const jsonEscaped = (word: string): string =>
  [...word].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** UTF-8 (also BSON), UTF-16 of both byte orders, base64, JSON escapes and URL encoding. */
const formsOf = (word: string): Buffer[] => {
  const utf16 = Buffer.from(word, 'utf16le');
  return [
    Buffer.from(word),
    utf16,
    toBigEndian(utf16),
    ...base64Forms(word),
    Buffer.from(jsonEscaped(word)),
    Buffer.from(encodeURIComponent(word)),
  ];
};

/** The inflated streams of a PDF. */
const inflatedStreamsOf = (bytes: Buffer): Buffer[] => {
  if (!bytes.subarray(0, 1_024).includes('%PDF')) return [];
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const begin = at + 6 + (bytes[at + 6] === 13 ? 2 : 1);
    try {
      parts.push(inflateSync(bytes.subarray(begin), { finishFlush: 2 }));
    } catch {
      // `endstream`, or a stream that is not compressed: its bytes are in the file as they are
    }
  }
  return parts;
};

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** @returns one line for each file that contains a word: its path and the names of the words */
export const findCanaries = (dir: string, words: Readonly<Record<string, string>>): string[] => {
  const forms = Object.entries(words).map(([name, word]) => ({ name, forms: formsOf(word) }));
  return filesIn(dir).flatMap((file) => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      // a running server has removed it
      return [];
    }
    const texts = [bytes, ...inflatedStreamsOf(bytes)];
    const found = forms
      .filter((word) => word.forms.some((form) => texts.some((text) => text.includes(form))))
      .map(({ name }) => name);
    return found.length > 0 ? [`${path.relative(dir, file)}: ${found.join(' ')}`] : [];
  });
};
