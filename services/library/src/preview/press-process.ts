import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { PressAnswer, PressOrder, PressWork } from './press-work.ts';

/** Payments and page loads come first: the press takes what processor time is left. */
setPriority(5);

/**
 * The press: a process of its own that cuts samples and draws their pages, one after the other. It knows no
 * secrets, no store and no network. A document that breaks it breaks nobody else, and its memory goes when it goes.
 */
const make = async (work: PressWork): Promise<Uint8Array> => {
  if (work.kind === 'cut') {
    const { cutSample } = await import('./cut-sample.ts');
    return cutSample(await readFile(work.source), work);
  }
  if (work.kind === 'seal') {
    const { sealOf } = await import('../copies/seal-pdf.ts');
    return sealOf(await readFile(work.source));
  }
  const { drawPage } = await import('./draw-page.ts');
  return drawPage(work.source, work.page, work.width);
};

/** Whole or not at all: a reader never meets half a file, also when two presses make the same one. */
const put = async (target: string, bytes: Uint8Array): Promise<void> => {
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

const answer = (id: number, problem: string | null): void => {
  const message: PressAnswer = { id, problem };
  process.send?.(message);
};

let last: Promise<void> = Promise.resolve();

process.on('message', ({ id, work }: PressOrder) => {
  last = last.then(async () => {
    try {
      await put(work.target, await make(work));
      answer(id, null);
    } catch (error) {
      answer(id, error instanceof Error ? error.message : 'unknown');
    }
  });
});
// The service is gone: nobody waits for anything any more.
process.on('disconnect', () => process.exit(0));
