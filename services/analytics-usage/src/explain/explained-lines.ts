import { Refusal } from '@satrangi/chassis';
import { EXPLAIN_MAX_LINES } from '@satrangi/contracts';
import { csvOf, hashOf, type Line } from './explain.rules.ts';

/** The lines as they are answered. @throws Refusal too-large when an answer may not have so many */
export const explainedLines = (lines: readonly Line[]): { facts: number; csv: string; sha256: string } => {
  if (lines.length > EXPLAIN_MAX_LINES)
    throw new Refusal('too-large', `More than ${EXPLAIN_MAX_LINES} facts: read them from the store`);
  const csv = csvOf(lines);
  return { facts: lines.length, csv, sha256: hashOf(csv) };
};
