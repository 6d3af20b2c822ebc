import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import type { RenderJob, RenderRequest, RenderResult } from './render-job.ts';

const PRIORITY = 5;

/** Lowers the CPU priority: payments and page loads come first. A confined process may not raise it. */
setPriority(Math.max(PRIORITY, getPriority()));

/**
 * The entry point of the worker process. It runs one job at a time, with no secrets, database or network, and can read
 * one document. A document that crashes it affects no other, and its memory is freed on exit.
 */
const render = async (job: Exclude<RenderJob<string>, { kind: 'mark-epub' }>): Promise<Uint8Array> => {
  if (job.kind === 'cut') {
    const { makeSample } = await import('../pdf/make-sample.ts');
    return makeSample(await readFile(job.source), job);
  }
  if (job.kind === 'watermark') {
    const { watermarkOf } = await import('../pdf/watermark-pdf.ts');
    return watermarkOf(await readFile(job.source));
  }
  const { drawPage } = await import('../pdf/draw-page.ts');
  return drawPage(job.source, job.page, job.width);
};

const run = async (job: RenderJob<string>): Promise<void> => {
  if (job.kind !== 'mark-epub') return writeFile(job.target, await render(job));
  const { writeWatermarkedEpub } = await import('../epub/watermark-epub.ts');
  await writeWatermarkedEpub(job.source, job.target, job.code);
};

const reply = (id: number, problem: string | null): void => {
  const message: RenderResult = { id, problem };
  process.send?.(message);
};

let last: Promise<void> = Promise.resolve();

process.on('message', ({ id, job }: RenderRequest) => {
  last = last.then(async () => {
    try {
      await run(job);
      reply(id, null);
    } catch (error) {
      reply(id, error instanceof Error ? error.message : 'unknown');
    }
  });
});
// The service has exited.
process.on('disconnect', () => process.exit(0));
