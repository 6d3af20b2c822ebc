/** `npm run read-code -w services/library -- <file.pdf>`: the code of a copy that came back to the house. */
import { readFile } from 'node:fs/promises';
import { codeIn } from './seal-pdf.ts';

const [path] = process.argv.slice(2);
const code = path ? await codeIn(await readFile(path)) : null;
process.stdout.write(`${code ?? 'no code in this file'}\n`);
process.exitCode = code ? 0 : 1;
