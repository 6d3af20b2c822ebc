/** Fails when a title of the demo content uses a letter that the committed fonts lack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleLetters } from './letters.ts';

const existing: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'letters.json'), 'utf8'),
);

for (const [font, letters] of Object.entries(titleLetters())) {
  const missing = [...letters].filter((letter) => !existing[font]?.includes(letter));
  if (missing.length === 0) continue;
  process.stderr.write(`${font} lacks ${missing.join(' ')}: run node web/kit/fonts/make-fonts.ts\n`);
  process.exitCode = 1;
}
