import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient, identityApi } from '@satrangi/contracts';
import { seedCatalog, seedShelf } from '@satrangi/seed';

export type Credentials = { readonly email: string; readonly password: string };

/**
 * Puts the demo titles on the shelf, once for each data folder, the way an editor would: signed in, over HTTP.
 * @returns what to tell the person who started, or null when there was nothing to do.
 */
export const fillShop = async (options: {
  readonly url: string;
  readonly dataDir: string;
  readonly admin: Credentials | null;
}): Promise<string | null> => {
  const mark = path.join(options.dataDir, 'seeded');
  if (existsSync(mark)) return null;
  if (!options.admin)
    return 'The demo titles are not on the shelf: start once with ADMIN_EMAIL and ADMIN_PASSWORD set to fill it.';
  const baseUrl = `${options.url}/api`;
  const { email, password } = options.admin;
  const { token } = await createClient(identityApi, { baseUrl }).login({ body: { email, password } });
  const items = await seedShelf();
  await seedCatalog({ baseUrl, adminToken: token, items, concurrency: 6 });
  writeFileSync(mark, `${new Date().toISOString()}\n`);
  return `${items.length} titles put on the shelf`;
};
