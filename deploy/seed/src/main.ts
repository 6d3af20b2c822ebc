/**
 * Puts the demo titles, posts and texts of pages into a running shop, as its first admin. What `DATA_DIR` has a record of is
 * not added again. Settings: `SHOP_URL` (the gateway), `ADMIN_EMAIL`, `ADMIN_PASSWORD`, `DATA_DIR`.
 */
import process from 'node:process';
import { z } from 'zod';
import { seedShop } from './seed-shop.ts';

/** Exit code of wrong settings, as in services. */
const EX_CONFIG = 78;
const Settings = z.object({
  SHOP_URL: z.url(),
  ADMIN_EMAIL: z.string().min(1),
  ADMIN_PASSWORD: z.string().min(1),
  DATA_DIR: z.string().min(1),
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const start = async (): Promise<number> => {
  const given = Settings.safeParse(process.env);
  if (!given.success) {
    process.stderr.write(`${z.prettifyError(given.error)}\n`);
    return EX_CONFIG;
  }
  const { SHOP_URL, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, DATA_DIR: dataDir } = given.data;
  const onProgress = (done: number, total: number): void => {
    if (done % 10 === 0 || done === total) print(`${done} of ${total} titles`);
  };
  const api = `${SHOP_URL}/api`;
  const urls = { identity: api, catalog: api, cms: api };
  const summary = await seedShop({ urls, dataDir, admin: { email, password }, onProgress });
  print(summary ?? 'nothing was missing');
  return 0;
};

process.exitCode = await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
