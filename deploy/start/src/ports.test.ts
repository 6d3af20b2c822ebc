import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const COUNT = 600;
const SCRIPT = `
  const { freePorts } = await import(process.argv[1]);
  console.log(JSON.stringify(await freePorts(${COUNT})));
`;

it('processes that start concurrently get different ports', async () => {
  const module = fileURLToPath(new URL('./ports.ts', import.meta.url));
  const outputs = await Promise.all(
    [1, 2].map(() => run(process.execPath, ['--input-type=module', '--eval', SCRIPT, module])),
  );
  const ports: number[] = outputs.flatMap(({ stdout }) => JSON.parse(stdout));

  expect(ports).toHaveLength(2 * COUNT);
  expect(new Set(ports).size).toBe(2 * COUNT);
});
