import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { MongoError } from '../errors.ts';

/** A compiled pattern. Its time is proportional to the length of the text, so a query cannot block the server with it. */
export type Pattern = { readonly test: (text: string) => boolean };

const load = createRequire(import.meta.url);

let loaded: typeof re2js.RE2JS | undefined;

/** RE2 in JavaScript, loaded on first use: most servers never need it. */
const engine = (): typeof re2js.RE2JS => {
  const found: typeof re2js.RE2JS = loaded ?? load('re2js').RE2JS;
  loaded = found;
  return found;
};

const flagsOf = (options: string): number => {
  const { CASE_INSENSITIVE, MULTILINE, DOTALL } = engine();
  return (
    (options.includes('i') ? CASE_INSENSITIVE : 0) |
    (options.includes('m') ? MULTILINE : 0) |
    (options.includes('s') ? DOTALL : 0)
  );
};

/** The time that the patterns of one command may take. All connections wait meanwhile. */
const MOST_MS = 2_000;
/** Instructions of a compiled pattern. */
const LARGEST_PROGRAM = 2_000;
/** Instructions times characters of one text: about half a second in the slower of RE2's engines. */
const MOST_STEPS = 20_000_000;
/** Characters of a pattern times its counted repetitions: compiling takes some ten milliseconds at most. */
const MOST_REPEATED = 50_000;

let spent = 0;

/** Commands run one after another, so one clock is enough. Called at the start of each command. */
export const resetPatternTime = (): void => {
  spent = 0;
};

const tooExpensive = (): MongoError =>
  new MongoError(51156, 'Error occurred while executing the regular expression: it takes too long');

const timed = <T>(act: () => T): T => {
  if (spent > MOST_MS) throw tooExpensive();
  const start = performance.now();
  const result = act();
  spent += performance.now() - start;
  return result;
};

const repetitions = (pattern: string): number => {
  let sum = 1;
  for (const [, least = '0', most = ''] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
    sum += Math.max(Number(least), Number(most));
  return sum;
};

/**
 * A pattern that runs in linear time (RE2), within limits of size and time for what is linear and still long.
 * @param options letters: i, m and s; others are ignored
 * @param invalid makes the error for a pattern that RE2 refuses
 * @throws MongoError 51156 from `test`, when the patterns of a command take too long
 */
export const linearPattern = (
  pattern: string,
  options: string,
  invalid: (reason: string) => MongoError,
): Pattern => {
  if (pattern.length * repetitions(pattern) > MOST_REPEATED) throw invalid('it repeats too much');
  const compiled = timed(() => {
    try {
      return engine().compile(pattern, flagsOf(options));
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  });
  const size = compiled.programSize();
  if (size > LARGEST_PROGRAM) throw invalid('it is too large');
  return {
    test: (text) => {
      if (size * text.length > MOST_STEPS) throw tooExpensive();
      return timed(() => compiled.test(text));
    },
  };
};
