import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, stored } from './boot-library.ts';
import { leakyBook, sentinelsIn } from './leaky-book.ts';

/** Negative controls: with a safety part switched off, the harm it prevents must show. */
describe('with a safety part switched off the library would', () => {
  it.each(['access-check', 'nothing'])('give books to strangers: %s is off', async (off) => {
    await using service = await bootLibrary({ env: { SAFETY_OFF: off } });
    await service.deliver(mediaOf('book', { file: await stored(service, await leakyBook(), 20) }));

    const { status } = await fetch(`${service.url}/ebooks/book/pdf`);
    expect(status).toBe(off === 'access-check' ? 200 : 401);
  });

  it.each(['preview-strip', 'nothing'])('let later pages out with the sample: %s is off', async (off) => {
    await using service = await bootLibrary({ env: { SAFETY_OFF: off } });
    await service.deliver(mediaOf('book', { file: await stored(service, await leakyBook(), 20) }));

    const sample = await (await fetch(`${service.url}/ebooks/book/preview-limited`)).bytes();
    expect(sentinelsIn(sample).includes('TEXT20')).toBe(off === 'preview-strip');
  });
});
