import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a program. @returns its output. @throws Error with its stderr when it fails */
export const run = async (
  program: string,
  args: readonly string[],
  input: Buffer | AsyncIterable<Buffer> | null = null,
): Promise<Buffer> => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const complaint = text(child.stderr);
  const written: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk));
  child.stdin.on('error', () => undefined);
  for await (const chunk of input instanceof Buffer ? [input] : (input ?? [])) {
    if (!child.stdin.write(chunk)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  }
  child.stdin.end();
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${(await complaint).slice(-2_000)}`);
  return Buffer.concat(written);
};
