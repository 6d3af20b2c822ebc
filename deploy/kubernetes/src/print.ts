/** Prints `base` and SETTINGS.md. `--check` compares instead, and fails when a file is older than its sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { manifestFiles } from './files.ts';

const older = Object.entries(manifestFiles()).filter(([name, text]) => {
  const file = new URL(`../${name}`, import.meta.url);
  if (process.argv.includes('--check')) return readFileSync(file, 'utf8') !== text;
  writeFileSync(file, text);
  return false;
});
for (const [name] of older)
  process.stderr.write(`deploy/kubernetes/${name} is older than its sources: npm run docs\n`);
process.exitCode = older.length > 0 ? 1 : 0;
