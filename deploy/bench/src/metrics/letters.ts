import { setTimeout as sleep } from 'node:timers/promises';
import { cmsApi, createClient, databaseName } from '@satrangi/contracts';
import { until } from '@satrangi/start';
import type { Fixture } from '../fixture.ts';
import { type Measured, type Run, summary } from '../metric.ts';

const READERS = 100_000;
const CHUNK = 5_000;
const PREPARED_MS = 300_000;
const MEASURED_MS = 40_000;
const SAMPLE_MS = 250;
const EARLIER_MS = 60_000;

const editorOf = ({ api, adminToken }: Fixture) =>
  createClient(cmsApi, { baseUrl: api, token: () => adminToken });

/** Confirmed readers, as many confirmations would add. */
const addReaders = async (fixture: Fixture): Promise<void> => {
  const readers = fixture.mongo.db(databaseName('cms')).collection<{ _id: string }>('subscribers');
  const at = new Date(Date.now() - EARLIER_MS).toISOString();
  for (let from = 0; from < READERS; from += CHUNK)
    await readers.insertMany(
      Array.from({ length: CHUNK }, (_, n) => {
        const _id = `bench-${String(from + n).padStart(6, '0')}`;
        return {
          _id,
          email: `${_id}@letters.example`,
          state: 'active',
          askedAt: at,
          confirmedAt: at,
          userId: null,
        };
      }),
    );
};

/**
 * A letter to 100,000 readers, measured for 40 s after its audience is stored, then cancelled. `rssMB` is how much the
 * cms process grew at most, from before the send.
 */
export const letters = async (fixture: Fixture, note: (line: string) => void): Promise<Measured> => {
  await addReaders(fixture);
  const editor = editorOf(fixture);
  const content = `<p>Dear reader,</p><p>${'A sentence of a letter. '.repeat(60)}</p>`;
  const { _id } = await editor.createLetter({ body: { subject: 'News of this month', content } });
  const before = fixture.memoryOfPart('cms');
  let peak = before;
  const began = performance.now();
  const { sendId } = await editor.sendLetter({ params: { id: _id }, body: {} });
  const stateOf = () => editor.getSend({ params: { id: sendId } });
  await until(
    'the audience is stored',
    async () => {
      peak = Math.max(peak, fixture.memoryOfPart('cms'));
      return (await stateOf()).state === 'sending';
    },
    PREPARED_MS,
    SAMPLE_MS,
  );
  note(`audience of ${READERS} stored in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const measure = async (): Promise<Run> => {
    const from = (await stateOf()).sent;
    const start = performance.now();
    while (performance.now() - start < MEASURED_MS) {
      await sleep(SAMPLE_MS);
      peak = Math.max(peak, fixture.memoryOfPart('cms'));
    }
    const seconds = (performance.now() - start) / 1_000;
    const sent = (await stateOf()).sent - from;
    return { times: Array.from({ length: sent }, () => (seconds * 1_000) / sent), seconds, errors: 0 };
  };
  const run = await fixture.costed(measure);
  await editor.cancelSend({ params: { id: sendId } });
  return { ...summary('letters', [run], peak - before), p50: null, p99: null };
};
