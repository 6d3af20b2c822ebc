import { BSONRegExp } from 'bson';
import { MongoError } from '../errors.ts';
import { regexParts } from '../kinds.ts';

const flagsOf = (options: string): string => [...new Set(options.replace(/[^ims]/g, ''))].join('');

/** PCRE's extended form: white space and comments are ignored. */
const withoutComments = (pattern: string): string =>
  pattern.replace(/\\.|\[[^\]]*\]|#.*$|\s+/gm, (part) => (/^[\\[]/.test(part) ? part : ''));

/** PCRE syntax that JavaScript would silently interpret differently. */
const FOREIGN = /^(?:[^\\]|\\.)*?(?:\\[AZzGhHRKQEX]|\[\[:\w+:\]|\[:\w+:\])/s;

const invalid = (reason: string): MongoError =>
  new MongoError(51091, `Regular expression is invalid: ${reason}`);

const compileWith = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
};

/** Pattern and options of `$regex` and `$options`, as a value to compare stored expressions with. */
export const regexOf = (value: unknown, options?: string): BSONRegExp => {
  const parts = regexParts(value) ?? { pattern: String(value), options: '' };
  return new BSONRegExp(parts.pattern, options ?? parts.options);
};

/**
 * A pattern in JavaScript's dialect, by code points as in MongoDB. Patterns with escapes that only the
 * non-Unicode mode allows (`\-`, `\_`) use that mode.
 */
export const toRegExp = (value: unknown, options?: string): RegExp => {
  const { pattern: written, options: wanted } = regexOf(value, options);
  const pattern = wanted.includes('x') ? withoutComments(written) : written;
  const foreign = FOREIGN.exec(pattern);
  if (foreign) throw invalid(`${foreign[0].slice(-12)} is not supported by the embedded server`);
  const flags = flagsOf(wanted);
  const compiled = compileWith(pattern, `${flags}u`) ?? compileWith(pattern, flags);
  if (!compiled) throw invalid(pattern);
  return compiled;
};
