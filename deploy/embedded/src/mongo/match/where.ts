import { Script } from 'node:vm';
import { Code } from 'bson';

const TIME_LIMIT_MS = 2000;

const sourceOf = (operand: unknown): string => String(operand instanceof Code ? operand.code : operand);

const callOf = (source: string): string => {
  if (/^\s*(async\s+)?function/.test(source)) return `(${source}).call(document)`;
  if (/\breturn\b/.test(source)) return `(function () { ${source} }).call(document)`;
  return `(function () { return (${source}) }).call(document)`;
};

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

/** Runs code of the client on each document. Not a sandbox: only for a server that trusts its clients. */
export const whereTest = (operand: unknown): ((doc: unknown) => boolean) => {
  const script = new Script(callOf(sourceOf(operand)));
  return (doc) =>
    Boolean(script.runInNewContext({ document: doc, obj: doc, sleep }, { timeout: TIME_LIMIT_MS }));
};
