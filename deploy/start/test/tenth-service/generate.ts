/** Adds the service `sample-desk` to a copy of the repository, exactly by the steps of the README. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = fileURLToPath(new URL('./files', import.meta.url));

/** The folder of the service, its two contract files and a sample of each event. @returns paths from the root */
const addFiles = (root: string): string[] =>
  readdirSync(FILES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const added = name.slice(0, -'.txt'.length);
      mkdirSync(path.dirname(path.join(root, added)), { recursive: true });
      writeFileSync(path.join(root, added), readFileSync(path.join(FILES, name)));
      return added;
    });

const edit = (root: string, file: string, change: (text: string) => string): string => {
  const text = readFileSync(path.join(root, file), 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file}: the insertion point is missing`);
  writeFileSync(path.join(root, file), changed);
  return file;
};

/** One row of the table, with the imports it needs. */
const addRow = (text: string): string =>
  text
    .replace(
      "\nimport { virtualRunApi } from './virtual-run.api.ts';",
      "\nimport { sampleDeskApi } from './sample-desk.api.ts';\nimport * as sampleDeskEvents from './sample-desk.events.ts';$&",
    )
    .replace(
      "\nexport * from './virtual-run.api.ts';",
      "\nexport * from './sample-desk.api.ts';\nexport * from './sample-desk.events.ts';$&",
    )
    .replace(
      '\n} as const satisfies',
      "\n  'sample-desk': {\n    api: sampleDeskApi,\n    events: sampleDeskEvents,\n    port: 4010,\n    acknowledgesErasure: true,\n  },$&",
    );

const addSubscriptions = (text: string): string =>
  text.replace(
    '\n} as const;\n\nexport type QueueName',
    "\n  'sample-desk.record-sample': subscription('sample-desk', 'record-sample', accessGranted),\n  'sample-desk.erase-reader': subscription('sample-desk', 'erase-reader', userDeleted),$&",
  );

/** The block of an existing service, with the name and port of the new one. */
const addBlock = (text: string): string => {
  const block = /\n {2}catalog:\n(?: {3,}.*\n|\n(?= {4}))*/.exec(text)?.[0];
  if (!block) return text;
  const own = block
    .replaceAll('catalog', 'sample-desk')
    .replaceAll('CATALOG', 'SAMPLE_DESK')
    .replaceAll('4002', '4010')
    .replaceAll('satrangi_sample-desk', 'satrangi_sample_desk');
  return text.replace(block, () => `${block}${own}`);
};

/** Which files a new service adds and edits by hand; `npm install` and `npm run docs` write the others. */
export const addSampleDesk = (root: string): { readonly added: string[]; readonly edited: string[] } => ({
  added: addFiles(root),
  edited: [
    edit(root, 'contracts/src/services.ts', addRow),
    edit(root, 'contracts/src/subscriptions.ts', addSubscriptions),
    edit(root, 'docker-compose.yml', addBlock),
  ],
});
