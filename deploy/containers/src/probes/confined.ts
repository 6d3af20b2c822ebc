/*
 * Runs in the container of a service: starts a confined process like the service does and makes it attempt what PROBE
 * lists. Prints JSON: whether there was a network namespace, and the outcome of each attempt.
 */
import { once } from 'node:events';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { forkConfined, hasNetworkNamespaces } from '@satrangi/chassis';

const { service, folder, attempts } = JSON.parse(process.env.PROBE ?? '{}') as {
  service: string;
  folder: string;
  attempts: readonly object[];
};
const child = forkConfined(
  pathToFileURL(`${folder}/child.mts`),
  {
    ...{ service, memoryMb: 128, addons: true },
    read: [`${folder}/child.mts`, `${folder}/given/`, `${folder}/made/`],
    write: [`${folder}/made/`],
  },
  { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
);
const answers: unknown[] = [];
for (const attempt of attempts) {
  child.send(attempt);
  const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  answers.push(answer);
}
child.kill('SIGKILL');
process.stdout.write(`${JSON.stringify({ hasNamespace: hasNetworkNamespaces(), answers })}\n`);
process.exit(0);
