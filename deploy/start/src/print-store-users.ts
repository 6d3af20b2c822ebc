/** Prints the users of MongoDB, RabbitMQ and Redis into `deploy/docker`. */
import { writeFileSync } from 'node:fs';
import { storeUserFiles } from './store-users.ts';

for (const [name, text] of Object.entries(storeUserFiles()))
  writeFileSync(new URL(`../../docker/${name}`, import.meta.url), text);
