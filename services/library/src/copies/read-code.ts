/** `npm run read-code -w services/library -- <file>`: prints the watermark code of a leaked copy, a PDF or an EPUB. */
import { readFile } from 'node:fs/promises';
import { extractEpubCode } from '../epub/watermark-epub.ts';
import { extractCode } from '../pdf/watermark-pdf.ts';

/** An EPUB is an archive; a PDF is read as a whole. */
const codeIn = async (file: string): Promise<string | null> => {
  const bytes = await readFile(file);
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? extractEpubCode(file) : extractCode(bytes);
};

const [path] = process.argv.slice(2);
const code = path ? await codeIn(path) : null;
process.stdout.write(`${code ?? 'no code in this file'}\n`);
process.exitCode = code ? 0 : 1;
