/** `npm start`: the whole platform on one machine. Prints the addresses; shuts down gracefully on Ctrl+C. */
import process from 'node:process';
import { exitCodeOf } from '@satrangi/chassis/production';
import { StoreExit } from '@satrangi/embedded/spawn';
import { startDevServers } from './dev-server.ts';
import { storeFailureOf } from './embedded-store.ts';
import { startInOneProcess } from './one-process.ts';
import { onParentExit } from './parent-exit.ts';
import { isFree } from './ports.ts';
import { readSettings } from './settings.ts';
import { titleProgress } from './title-progress.ts';
import { tryToSeed } from './try-to-seed.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Seeding = {
  readonly running: Awaited<ReturnType<typeof startInOneProcess>>;
  readonly settings: Pick<ReturnType<typeof readSettings>, 'DATA_DIR'>;
  readonly shopUrl: string;
  readonly admin: { readonly email: string; readonly password: string } | null;
};

/** Adds the demo content that is missing, and prints what it added. */
const seed = async ({ running, settings, shopUrl, admin }: Seeding): Promise<void> => {
  const [{ seedShop }, { seedVisitors }] = await Promise.all([
    import('@satrangi/seed'),
    import('./seed-visitors.ts'),
  ]);
  const count = titleProgress(process.stdout);
  const summary = await seedShop({
    // not through the gateway: a visitor on this machine shares its address and its rate limit
    urls: running.services,
    dataDir: settings.DATA_DIR,
    admin,
    onProgress: (done, total) => {
      if (done === 0) print(`  ${shopUrl} is open; its titles arrive now`);
      running.showSeedProgress({ done, total });
      count.show(done, total);
    },
  }).finally(() => running.showSeedProgress(null));
  if (summary) count.end(summary);
  const from = performance.now();
  const added = await seedVisitors(running, settings.DATA_DIR, admin);
  if (added.length > 0)
    print(`  visitors   ${((performance.now() - from) / 1000).toFixed(1)} s   ${added.join(', ')}`);
};

const start = async (): Promise<void> => {
  const began = performance.now();
  const isDev = process.argv.includes('--dev');
  // development logs every request; `LOG_LEVEL=warn npm run dev` logs as little as `npm start`
  const env = isDev ? { LOG_LEVEL: 'debug', ...process.env } : process.env;
  const settings = readSettings(env);
  if (!(await isFree(settings.PORT, settings.HOST)))
    throw new Error(`Port ${settings.PORT} is in use. Choose another: PORT=8081 npm start`);
  const shopUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  print('Satrangi is starting');
  const running = await startInOneProcess(settings, env, print, ({ message, exitCode }) => {
    process.stderr.write(`\n${message}\n`);
    process.exit(exitCode);
  });
  const pages = isDev ? startDevServers(running.url) : null;

  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    endWatch();
    print('\nStopping ... (again to stop at once)');
    const hard = setTimeout(() => process.exit(1), 20_000);
    Promise.all([pages?.[Symbol.asyncDispose](), running[Symbol.asyncDispose]()]).then(
      () => {
        clearTimeout(hard);
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  const endWatch = onParentExit(stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const given =
    settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
      ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
      : null;
  if (settings.SEED === 'on')
    await tryToSeed(
      () => seed({ running, settings, shopUrl, admin: given ?? running.firstAdmin }),
      (line) => void process.stderr.write(`${line}\n`),
    );

  print(`\nReady in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  print(`  Shop       ${shopUrl}`);
  print(`  Admin      ${shopUrl}/admin`);
  if (running.sandboxUrl)
    print(`  Sandbox    ${running.sandboxUrl}   (mails and payments; nothing here costs money)`);
  if (running.sandboxPassword)
    print(`             password ${running.sandboxPassword}   (other machines can reach this one)`);
  if (running.firstAdmin)
    print(
      `             ${running.firstAdmin.email}  ${running.firstAdmin.password}   (shown this once; keep it)`,
    );
  print(`  Data       ${settings.DATA_DIR}\n`);
};

start().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(
    error instanceof StoreExit ? storeFailureOf(error.code, error.message).exitCode : exitCodeOf(error),
  );
});
