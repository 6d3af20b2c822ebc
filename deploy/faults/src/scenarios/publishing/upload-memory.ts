/** P64: an upload costs disk, not memory; 100 MB is the limit to the byte. */
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MANUSCRIPT_MAX_BYTES } from '@satrangi/contracts';
import { poll } from '@satrangi/start';
import type { Fixture } from '../../fixture.ts';
import { type Trial, unless } from '../trial.ts';
import { promiseScenario, restartPublishing } from './publishing-process.ts';

/** `growthMB`: how much the memory may grow. */
type Size = { readonly uploads: number; readonly growthMB: number };

const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 25;
const SWEPT_MS = 20_000;

const head = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="file"; filename="story.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
);
const tail = Buffer.from('\r\n--x--\r\n');

/** The parts of a multipart body with a PDF of exactly these bytes; the process never holds the whole of it. */
function* bodyOf(bytes: number): Generator<Buffer> {
  const [begin, end] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  yield Buffer.concat([head, begin]);
  const blank = Buffer.alloc(MEGABYTE, ' ');
  for (let left = bytes - begin.length - end.length; left > 0; left -= MEGABYTE)
    yield blank.subarray(0, Math.min(left, MEGABYTE));
  yield Buffer.concat([end, tail]);
}

/** Uploads a PDF of exactly these bytes. @returns the status */
const upload = ({ api }: Fixture, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${api}/publishing/upload-drive`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': bytes + head.length + tail.length,
      },
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    // a refusal may end the connection before the whole body is sent; its status has arrived then
    pipeline(bodyOf(bytes), sent).catch((error: unknown) => setTimeout(() => reject(error), SAMPLE_MS));
  });

/** Every process that the bytes pass. */
const passed = ['publishing', 'gateway'] as const;
type Passed = (typeof passed)[number];

/** Resident memory of a process, in MB. */
const memoryOf = async (fixture: Fixture, name: Passed): Promise<number> => {
  const status = await readFile(`/proc/${fixture.part(name).pid()}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
};

type Memory = Record<Passed, number>;

const memories = async (fixture: Fixture): Promise<Memory> => ({
  publishing: await memoryOf(fixture, 'publishing'),
  gateway: await memoryOf(fixture, 'gateway'),
});

/** The highest values while the work runs. */
const peaksDuring = async (fixture: Fixture, work: Promise<unknown>): Promise<Memory> => {
  const peaks: Memory = { publishing: 0, gateway: 0 };
  let isRunning = true;
  const sampling = (async () => {
    while (isRunning) {
      const now = await memories(fixture);
      for (const name of passed) peaks[name] = Math.max(peaks[name], now[name]);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  await work.finally(() => {
    isRunning = false;
  });
  await sampling;
  return peaks;
};

export const uploadsCostNoMemory: Trial<Size> = async (fixture, { uploads, growthMB }) => {
  await restartPublishing(fixture);
  // the first upload loads the code that reads one
  const warm = await upload(fixture, MEGABYTE);
  const before = await memories(fixture);
  const statuses: number[] = [];
  const all = Promise.all(
    Array.from({ length: uploads }, async () => {
      statuses.push(await upload(fixture, MANUSCRIPT_MAX_BYTES));
    }),
  );
  const peaks = await peaksDuring(fixture, all);
  const growths = passed.map((name) => ({ name, growth: peaks[name] - before[name] }));
  const above = await upload(fixture, MANUSCRIPT_MAX_BYTES + 1);
  const isEmpty = await poll(
    async () => (await readdir(path.join(fixture.dir, 'data', 'arriving')).catch(() => [])).length === 0,
    SWEPT_MS,
  );
  return {
    detail: `${uploads} uploads of 100 MB at once, memory of ${passed
      .map((name) => `${name} ${before[name].toFixed(0)} + ${(peaks[name] - before[name]).toFixed(0)} MB`)
      .join(', ')}`,
    broken: unless({
      [`uploads of 100 MB answer ${statuses.join(', ')}`]: [warm, ...statuses].every(
        (status) => status === 200,
      ),
      [`one byte more answers ${above}`]: above === 413,
      ...Object.fromEntries(
        growths.map(({ name, growth }) => [
          `the memory of ${name} grows by ${growth.toFixed(0)} MB`,
          growth <= growthMB,
        ]),
      ),
      'rests of uploads are left': isEmpty === true,
    }),
  };
};

export const uploadMemory = promiseScenario(
  'upload memory',
  'uploads of 100 MB cost disk, not memory, and one byte more is refused (P64)',
  uploadsCostNoMemory,
  ({ isNightly }) => ({ uploads: isNightly ? 10 : 3, growthMB: 50 }),
);
