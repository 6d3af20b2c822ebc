import { MongoError } from '../errors.ts';
import { regexParts } from '../kinds.ts';

const flagsOf = (options: string): string => [...new Set(options.replace(/[^imsu]/g, ''))].join('');

/** PCRE's extended form: white space and comments mean nothing. */
const withoutComments = (pattern: string): string =>
  pattern.replace(/\\.|\[[^\]]*\]|#.*$|\s+/gm, (part) => (/^[\\[]/.test(part) ? part : ''));

/** A pattern as sent by a driver; JavaScript's dialect stands in for PCRE. */
export const toRegExp = (value: unknown, options?: string): RegExp => {
  const parts = regexParts(value) ?? { pattern: String(value), options: '' };
  const wanted = options ?? parts.options;
  const pattern = wanted.includes('x') ? withoutComments(parts.pattern) : parts.pattern;
  try {
    return new RegExp(pattern, flagsOf(wanted));
  } catch (error) {
    throw new MongoError(
      51091,
      `Regular expression is invalid: ${error instanceof Error ? error.message : ''}`,
    );
  }
};
