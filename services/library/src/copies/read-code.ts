/** `npm run read-code -w services/library -- <file.pdf>`: prints the watermark code of a leaked copy. */
import { readFile } from 'node:fs/promises';
import { extractCode } from '../pdf/watermark-pdf.ts';

const [path] = process.argv.slice(2);
const code = path ? await extractCode(await readFile(path)) : null;
process.stdout.write(`${code ?? 'no code in this file'}\n`);
process.exitCode = code ? 0 : 1;
