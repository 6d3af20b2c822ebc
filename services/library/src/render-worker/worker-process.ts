import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { PressAnswer, PressOrder, PressWork } from './press-work.ts';

/** Payments and page loads come first: the press takes what processor time is left. */
setPriority(5);

/**
 * The press: a process of its own that cuts samples and draws their pages, one after the other. It has no
 * secrets, no store and no network, and reads one document. A document that breaks it breaks nobody else, and its memory goes when it goes.
 */
const make = async (work: PressWork): Promise<Uint8Array> => {
  if (work.kind === 'cut') {
    const { makeSample } = await import('./make-sample.ts');
    return makeSample(await readFile(work.source), work);
  }
  if (work.kind === 'seal') {
    const { sealOf } = await import('../copies/seal-pdf.ts');
    return sealOf(await readFile(work.source));
  }
  const { drawPage } = await import('./draw-page.ts');
  return drawPage(work.source, work.page, work.width);
};

const answer = (id: number, problem: string | null): void => {
  const message: PressAnswer = { id, problem };
  process.send?.(message);
};

let last: Promise<void> = Promise.resolve();

process.on('message', ({ id, work }: PressOrder) => {
  last = last.then(async () => {
    try {
      await writeFile(work.target, await make(work));
      answer(id, null);
    } catch (error) {
      answer(id, error instanceof Error ? error.message : 'unknown');
    }
  });
});
// The service is gone: nobody waits for anything any more.
process.on('disconnect', () => process.exit(0));
