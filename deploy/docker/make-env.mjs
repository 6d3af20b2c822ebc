/**
 * Writes `.env` for docker-compose.yml, with random secrets, readable by its owner only:
 * `node deploy/docker/make-env.mjs MAIL [--production] [--to FILE]`. MAIL is the login of the first admin.
 * A file that exists is left alone. Without `--production` the sandbox stands in for providers and mail.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};
const { values, positionals } = parseArgs({
  options: { production: { type: 'boolean' }, to: { type: 'string' } },
  allowPositionals: true,
});
const [mail] = positionals;
if (!mail?.includes('@')) fail('usage: node deploy/docker/make-env.mjs MAIL [--production] [--to FILE]');

const file = values.to ?? fileURLToPath(new URL('../../.env', import.meta.url));
const adminPassword = randomBytes(12).toString('base64url');
/** Letters and digits only, because passwords are parts of addresses. */
const password = () => randomBytes(24).toString('hex');

const given = {
  NODE_ENV: values.production ? 'production' : 'development',
  ADMIN_EMAIL: mail,
  ADMIN_PASSWORD: adminPassword,
  COMPOSE_PROFILES: values.production ? '' : 'sandbox',
};
const sandbox = {
  SANDBOX_PASSWORD: password(),
  STRIPE_SECRET_KEY: `sk_test_${password()}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${password()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${password()}`,
  CASHFREE_CLIENT_ID: password(),
  CASHFREE_CLIENT_SECRET: password(),
};
/** What only the owner of an account at a provider knows. */
const missing = [];
const settingOf = (name) => {
  if (name in given) return given[name];
  if (name in sandbox) {
    if (!values.production) return sandbox[name];
    if (name !== 'SANDBOX_PASSWORD') missing.push(name);
    return '';
  }
  return name.endsWith('_SECRET') ? randomBytes(32).toString('base64url') : password();
};

const example = readFileSync(new URL('env.example', import.meta.url), 'utf8');
const text = example.replace(/^([A-Z_]+)=$/gm, (_, name) => `${name}=${settingOf(name)}`);
try {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  fail(
    `${file} exists and was left as it is. Remove it first: its passwords are those of the stores that were created with it.`,
  );
}
process.stdout.write(
  `${file} is written, readable by you only. The first admin: ${mail}, ${adminPassword}\n`,
);
if (missing.length > 0)
  process.stdout.write(`Fill in: ${missing.join(', ')}, and what the comments say about real providers.\n`);
