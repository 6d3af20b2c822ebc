import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const content = path.join(import.meta.dirname, '..', 'content');

/** The text of a file in `content`. */
export const readContentFile = (...below: string[]): Promise<string> =>
  readFile(path.join(content, ...below), 'utf8');

/** The entries of `content/<folder>/<slug>.json`, by slug. @throws Error naming an invalid file */
export const readContent = async <T extends object>(
  folder: string,
  schema: z.ZodType<T>,
): Promise<({ slug: string } & T)[]> => {
  const names = (await readdir(path.join(content, folder))).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => {
      const read = schema.safeParse(JSON.parse(await readContentFile(folder, name)));
      if (!read.success) throw new Error(`content/${folder}/${name}\n${z.prettifyError(read.error)}`);
      const entry = { slug: path.basename(name, '.json'), ...read.data };
      if (`${entry.slug}.json` !== name)
        throw new Error(`content/${folder}/${name} calls itself ${entry.slug}.`);
      return entry;
    }),
  );
};

/** The same with the HTML of `<slug>.html` as their content. */
export const readTexts = async <T extends object>(folder: string, schema: z.ZodType<T>) =>
  Promise.all(
    (await readContent(folder, schema)).map(async (entry) => ({
      ...entry,
      content: (await readContentFile(folder, `${entry.slug}.html`)).trim(),
    })),
  );
