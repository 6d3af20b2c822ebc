/*
 * Runs in a container without Node's permissions and without the guard of the standard library: the abilities of machine
 * code in a compromised confined process. Prints JSON: each attempt with `ok` true when it succeeded.
 */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import process from 'node:process';

const { addresses, files } = JSON.parse(process.env.PROBE ?? '{}') as {
  addresses: readonly { readonly host: string; readonly port: number }[];
  files: readonly string[];
};
const answers: Record<string, string> = {};
for (const { host, port } of addresses)
  answers[`connect ${port}`] = await new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 3_000 });
    socket.on('connect', () => resolve('ok'));
    socket.on('timeout', () => resolve('timeout'));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
  });
for (const file of files)
  try {
    readFileSync(file);
    answers[`read ${file}`] = 'ok';
  } catch (error) {
    answers[`read ${file}`] = (error as NodeJS.ErrnoException).code ?? 'failed';
  }
process.stdout.write(`${JSON.stringify({ interfaces: Object.keys(networkInterfaces()), answers })}\n`);
process.exit(0);
