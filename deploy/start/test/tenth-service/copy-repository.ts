import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const left = new Set(['node_modules', 'dist', '.git', '.data', '.cache', '.env']);

/** Links each installed package of the repository, and each workspace package of the copy, into its `node_modules`. */
export const linkPackages = (copy: string): void => {
  const [from, to] = [path.join(root, 'node_modules'), path.join(copy, 'node_modules')];
  mkdirSync(path.join(to, '@satrangi'), { recursive: true });
  for (const name of readdirSync(from))
    if (
      name !== '@satrangi' &&
      !existsSync(path.join(to, name)) &&
      (name === '.bin' || !name.startsWith('.'))
    )
      symlinkSync(path.join(from, name), path.join(to, name));
  const manifests = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.basename(name) === 'package.json' && !name.includes('node_modules'),
  );
  for (const manifest of manifests) {
    const { name } = JSON.parse(readFileSync(path.join(copy, manifest), 'utf8')) as { name: string };
    const link = path.join(to, name);
    if (name.startsWith('@satrangi/') && !lstatSync(link, { throwIfNoEntry: false }))
      symlinkSync(path.dirname(path.join(copy, manifest)), link);
  }
};

/** A copy of the sources in a temporary folder, removed when disposed. */
export const copyRepository = () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'satrangi-tenth-'));
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(path.basename(source)) });
  for (const pages of ['web/dist', 'admin-web/dist'])
    if (existsSync(path.join(root, pages))) symlinkSync(path.join(root, pages), path.join(copy, pages));
  return { copy, [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) };
};
