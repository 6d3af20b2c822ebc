/** Writes the API documents and the page of the platform into `contracts/docs`. With `--check` it compares and exits with 1 on a difference. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { allEvents } from '../events.ts';
import { gatewayApi } from '../gateway.api.ts';
import { serviceNames, services } from '../services.ts';
import { subscriptions } from '../subscriptions.ts';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';
import { platformPage } from './platform.ts';

const folder = new URL('../../docs/', import.meta.url);
const documents: Record<string, unknown> = {
  'platform.md': platformPage({
    services: serviceNames,
    events: allEvents,
    subscriptions: Object.values(subscriptions),
  }),
  'gateway.openapi.json': openApi('gateway', gatewayApi),
  'events.asyncapi.json': asyncApi(allEvents, Object.values(subscriptions)),
  ...Object.fromEntries(
    Object.entries(services).map(([name, { api }]) => [`${name}.openapi.json`, openApi(name, api)]),
  ),
};

const read = (name: string): string => {
  try {
    return readFileSync(new URL(name, folder), 'utf8');
  } catch {
    return '';
  }
};

const stale = Object.entries(documents).filter(([name, document]) => {
  const text = typeof document === 'string' ? document : `${JSON.stringify(document, null, 1)}\n`;
  if (read(name) === text) return false;
  if (!process.argv.includes('--check')) writeFileSync(new URL(name, folder), text);
  return true;
});

if (stale.length > 0 && process.argv.includes('--check')) {
  process.stderr.write(
    `contracts/docs is out of date: ${stale.map(([name]) => name).join(', ')}. Run npm run docs.\n`,
  );
  process.exitCode = 1;
}
