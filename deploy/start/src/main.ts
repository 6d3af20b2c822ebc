/** `npm start`: the whole platform on one machine. Prints where to go; stops in good order on Ctrl+C. */
import process from 'node:process';
import { exitCodeOf } from '@satrangi/chassis/production';
import { countTitles } from './count-titles.ts';
import { serveDevPages } from './dev-pages.ts';
import { fillShop } from './fill-shop.ts';
import { startInOneProcess } from './one-process.ts';
import { isFree } from './ports.ts';
import { readSettings } from './settings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const start = async (): Promise<void> => {
  const began = performance.now();
  const isDev = process.argv.includes('--dev');
  // development shows every request; `LOG_LEVEL=warn npm run dev` is as quiet as `npm start`
  const env = isDev ? { LOG_LEVEL: 'debug', ...process.env } : process.env;
  const settings = readSettings(env);
  if (!(await isFree(settings.PORT, settings.HOST)))
    throw new Error(`Port ${settings.PORT} is in use. Choose another: PORT=8081 npm start`);
  const shopUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  say('Satrangi is starting');
  const running = await startInOneProcess(settings, env, say);
  const pages = isDev ? serveDevPages(running.url) : null;

  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    say('\nStopping ... (again to stop at once)');
    const hard = setTimeout(() => process.exit(1), 20_000);
    Promise.all([pages?.[Symbol.asyncDispose](), running[Symbol.asyncDispose]()]).then(
      () => {
        clearTimeout(hard);
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const given =
    settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
      ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
      : null;
  if (settings.SEED === 'on') {
    const count = countTitles(process.stdout);
    const told = await fillShop({
      url: running.url,
      dataDir: settings.DATA_DIR,
      admin: given ?? running.firstAdmin,
      onProgress: (done, total) => {
        if (done === 0) say(`  ${shopUrl} is open; its titles arrive now`);
        running.showFilling({ done, total });
        count.show(done, total);
      },
    }).finally(() => running.showFilling(null));
    if (told) count.end(told);
  }

  say(`\nReady in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  say(`  Shop       ${shopUrl}`);
  if (running.sandboxUrl)
    say(`  Sandbox    ${running.sandboxUrl}   (mails and payments; nothing here costs money)`);
  if (running.sandboxPassword)
    say(`             password ${running.sandboxPassword}   (other machines can reach this one)`);
  if (running.firstAdmin)
    say(
      `  Admin      ${running.firstAdmin.email}  ${running.firstAdmin.password}   (shown this once; keep it)`,
    );
  say(`  Data       ${settings.DATA_DIR}\n`);
};

start().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
});
