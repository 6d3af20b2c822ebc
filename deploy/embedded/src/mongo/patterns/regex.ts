import { BSONRegExp } from 'bson';
import { MongoError } from '../errors.ts';
import { regexParts } from '../kinds.ts';
import { linearPattern, type Pattern } from './linear-pattern.ts';

/** PCRE's extended form: white space and comments are ignored. */
const withoutComments = (pattern: string): string =>
  pattern.replace(/\\.|\[[^\]]*\]|#.*$|\s+/gm, (part) => (/^[\\[]/.test(part) ? part : ''));

/** Literal text, with anchors: nothing in it can backtrack. */
const LITERAL = /^\^?(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*\$?$/;

/** The length limit of MongoDB, and a lower one for patterns that are more than literal text. */
const LONGEST_LITERAL = 32_764;
const LONGEST_PATTERN = 4_096;

const invalid = (reason: string): MongoError =>
  new MongoError(51091, `Regular expression is invalid: ${reason}`);

/** Pattern and options of `$regex` and `$options`, as a value to compare stored expressions with. */
export const regexOf = (value: unknown, options?: string): BSONRegExp => {
  const parts = regexParts(value) ?? { pattern: String(value), options: '' };
  return new BSONRegExp(parts.pattern, options ?? parts.options);
};

/**
 * A pattern by code points, as in MongoDB, in RE2's dialect: PCRE's without backreferences, lookaround and possessive
 * quantifiers. Literal text uses the expressions of JavaScript, which are ten times as fast.
 * @param value text or a regular expression
 * @throws MongoError 51091 for an invalid pattern, or one outside the dialect
 */
export const toPattern = (value: unknown, options?: string): Pattern => {
  const { pattern: written, options: wanted } = regexOf(value, options);
  if (written.length > LONGEST_LITERAL) throw invalid('it is too long');
  const isLiteral = LITERAL.test(written) && !wanted.includes('x');
  if (!isLiteral && written.length > LONGEST_PATTERN) throw invalid('it is too long for the embedded server');
  const pattern = wanted.includes('x') ? withoutComments(written) : written;
  if (isLiteral) return literalPattern(pattern, wanted);
  return linearPattern(pattern, wanted, invalid);
};

const NEEDS_ESCAPE = /[\^$\\.*+?()[\]{}|/]/;

/** Escapes that JavaScript refuses in the mode for code points are not necessary there. */
const literalPattern = (pattern: string, options: string): RegExp => {
  const needed = pattern.replace(/\\(.)/gu, (pair, char: string) => (NEEDS_ESCAPE.test(char) ? pair : char));
  return new RegExp(needed, `${options.includes('i') ? 'i' : ''}${options.includes('m') ? 'm' : ''}u`);
};
