import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName } from '@satrangi/contracts';
import type { Fixture } from '../fixture.ts';
import { openConnection } from '../http-connection.ts';
import { type Measured, type Run, summary } from '../metric.ts';
import { rawRequest } from '../raw-http.ts';

const KEY = 'bench.save-to-public';
const WARM = 20;
const SAVES = 200;
const PAUSE_MS = 20;
const POLL_MS = 2;

/** One save at a time: from the editor's request until the public answer of the gateway has the new text. */
export const saveToPublic = async (fixture: Fixture): Promise<Measured> => {
  using editor = openConnection(fixture.api);
  using visitor = openConnection(fixture.api);
  const read = rawRequest('GET', `/api/cms/sections/${KEY}`);
  const save = async (n: number): Promise<number> => {
    const content = `<p>Text ${n}</p>`;
    const began = performance.now();
    await editor.request(
      rawRequest('PUT', '/api/cms/sections', {
        body: { key: KEY, content },
        headers: { authorization: `Bearer ${fixture.adminToken}` },
      }),
    );
    while (!(await visitor.request(read)).includes(content)) await sleep(POLL_MS);
    return performance.now() - began;
  };
  for (let n = 0; n < WARM; n += 1) await save(-1 - n);
  const saveAll = async (): Promise<Run> => {
    const times: number[] = [];
    for (let n = 0; n < SAVES; n += 1) {
      times.push(await save(n));
      await sleep(PAUSE_MS);
    }
    return { times, seconds: times.reduce((sum, ms) => sum + ms, 0) / 1_000, errors: 0 };
  };
  const run = await fixture.costed(saveAll);
  const stored = await fixture.mongo
    .db(databaseName('cms'))
    .collection<{ key: string; versions: unknown[] }>('sections')
    .findOne({ key: KEY });
  const isStored = stored !== null && stored.versions.length > 0;
  return summary('save-to-public', [{ ...run, errors: isStored ? 0 : 1 }], fixture.memory());
};
