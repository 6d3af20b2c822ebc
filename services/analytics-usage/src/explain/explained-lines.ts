import { Refusal } from '@satrangi/chassis';
import { EXPLAIN_MAX_LINES } from '@satrangi/contracts';
import { csvOf, hashOf, type Line } from './explain.rules.ts';

/** What a query of lines reads at most: one more than an answer may have. */
export const LINES_READ = EXPLAIN_MAX_LINES + 1;

/** Called while lines are read, so that no more are read than needed. @throws Refusal too-large */
export const checkLines = (count: number): void => {
  if (count > EXPLAIN_MAX_LINES)
    throw new Refusal('too-large', `More than ${EXPLAIN_MAX_LINES} facts: read them from the store`);
};

/** The lines as they are answered. @throws Refusal too-large when an answer may not have so many */
export const explainedLines = (lines: readonly Line[]): { facts: number; csv: string; sha256: string } => {
  checkLines(lines.length);
  const csv = csvOf(lines);
  return { facts: lines.length, csv, sha256: hashOf(csv) };
};
