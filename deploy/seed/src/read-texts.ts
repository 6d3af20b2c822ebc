import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text of `content/<name>`: `<slug>.json` as it stands, and the HTML of `<slug>.html`. */
export type SeedText = { readonly slug: string; readonly metadata: unknown; readonly content: string };

/** The texts of a folder in `content`, by slug. */
export const readTexts = async (name: string): Promise<SeedText[]> => {
  const folder = fileURLToPath(new URL(`../content/${name}/`, import.meta.url));
  const slugs = (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
  return Promise.all(
    slugs.map(async (slug) => ({
      slug,
      metadata: JSON.parse(await readFile(path.join(folder, `${slug}.json`), 'utf8')),
      content: (await readFile(path.join(folder, `${slug}.html`), 'utf8')).trim(),
    })),
  );
};
