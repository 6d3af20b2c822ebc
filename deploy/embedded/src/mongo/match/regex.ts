import { BSONRegExp } from 'bson';
import { MongoError } from '../errors.ts';
import { regexParts } from '../kinds.ts';

const flagsOf = (options: string): string => [...new Set(options.replace(/[^ims]/g, ''))].join('');

/** PCRE's extended form: white space and comments mean nothing. */
const withoutComments = (pattern: string): string =>
  pattern.replace(/\\.|\[[^\]]*\]|#.*$|\s+/gm, (part) => (/^[\\[]/.test(part) ? part : ''));

/** What PCRE knows and JavaScript would read as something else, without a word. */
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
 * A pattern as JavaScript's dialect has it, by code points as MongoDB matches. Patterns with escapes that
 * only the older mode allows (`\-`, `\_`) are matched in that one.
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
