import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PartName, Stack } from '../stack.ts';

export const probeText = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../probes/${name}.ts`, import.meta.url)), 'utf8');

/** Base path for module resolution of scripts from stdin. */
const inApp = ['--workdir', '/app'];
const NODE = ['node', '--no-warnings', '--input-type=module-typescript', '-'];

/** Runs a file of `probes` in a container, with the command prefix. @returns its last line, as JSON */
export const runProbe = async <T>(
  stack: Stack,
  part: PartName,
  { name, input, prefix = [] }: { name: string; input: unknown; prefix?: readonly string[] },
): Promise<T> => {
  const { code, stdout, stderr } = await stack.exec(part, [...prefix, ...NODE], {
    input: probeText(name),
    flags: [...inApp, '--env', `PROBE=${JSON.stringify(input)}`],
  });
  if (code !== 0) throw new Error(`${name} in ${part} ended with ${code}: ${stderr.slice(-1_000)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
};
