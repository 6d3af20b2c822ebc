import { MediaId, SearchQuery } from '@satrangi/contracts';
import { createCatalogIndex } from '../../../../services/catalog/src/catalog-index/read-model.ts';
import { entryOf } from '../../../../services/catalog/src/media/index-entry.ts';
import { newMedia } from '../../../../services/catalog/src/media/media.rules.ts';
import { type Kind, makeDrafts, makeQuery, openDice } from './drafts.ts';

/** CPU time of the catalog index alone, without HTTP: `node deploy/bench/src/catalog/catalog-index.ts`. */
const RUNS = 2_000;
const kinds: readonly Kind[] = ['words', 'beginning', 'typo', 'nothing'];

const measure = (name: string, run: (n: number) => unknown): void => {
  for (let n = 0; n < 300; n++) run(n);
  const start = process.cpuUsage();
  for (let n = 0; n < RUNS; n++) run(n);
  const { user, system } = process.cpuUsage(start);
  const micros = (user + system) / RUNS;
  process.stdout.write(`  ${name.padEnd(28)} ${micros.toFixed(1).padStart(8)} µs\n`);
};

for (const size of [1_000, 10_000]) {
  const drafts = makeDrafts(size);
  const index = createCatalogIndex();
  const filling = process.hrtime.bigint();
  for (const [n, draft] of drafts.entries()) {
    const mediaId = MediaId.parse(`m${n}`);
    const media = newMedia(draft, {
      mediaId,
      mediaType: 'ebook',
      now: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
      transcriptFile: null,
    });
    index.put(entryOf(media));
  }
  const titles = drafts.map(({ title }) => title);
  const filled = Number(process.hrtime.bigint() - filling) / 1e6;
  process.stdout.write(`${size} items, filled in ${filled.toFixed(0)} ms\n`);

  const list = (query: Record<string, unknown>) => index.list(SearchQuery.parse(query));
  for (const kind of kinds) {
    const roll = openDice(99);
    measure(`search: ${kind}`, () => list({ q: makeQuery(titles, roll, kind) }));
  }
  const deep = list({ limit: 100 })?.nextCursor;
  measure('list, first page', () => list({}));
  measure('list, after a cursor', () => list({ cursor: deep }));
  measure('list, one collection', () => list({ page: 'Archives', sort: 'price' }));
}
