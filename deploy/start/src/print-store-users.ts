/** Prints the users of MongoDB, RabbitMQ and Redis into `deploy/docker`, and the lists of services that compose reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { listedFiles, withList } from './service-lists.ts';
import { storeUserFiles } from './store-users.ts';

for (const [name, text] of Object.entries(storeUserFiles()))
  writeFileSync(new URL(`../../docker/${name}`, import.meta.url), text);

for (const [name, linesOf] of Object.entries(listedFiles)) {
  const file = new URL(`../../../${name}`, import.meta.url);
  writeFileSync(file, withList(readFileSync(file, 'utf8'), linesOf()));
}
