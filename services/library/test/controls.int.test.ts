import { describe, expect, it } from 'vitest';
import { mediaOf, stored } from './boot-library.ts';
import { leakyBook, sentinelsIn } from './leaky-book.ts';

const bootWithout = async (mutation: string) => {
  const query = mutation === 'nothing' ? '' : `?mutations=${mutation}`;
  const { bootLibrary }: typeof import('./boot-library.ts') = await import(
    /* @vite-ignore */ `./boot-library.ts${query}`
  );
  return bootLibrary();
};

/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable. */
describe('with a protection removed, the library would', () => {
  it.each(['access-check', 'nothing'])('deliver books without access (%s is removed)', async (removed) => {
    await using service = await bootWithout(removed);
    await service.deliver(mediaOf('book', { file: await stored(service, await leakyBook(), 20) }));

    const { status } = await fetch(`${service.url}/ebooks/book/pdf`);
    expect(status).toBe(removed === 'access-check' ? 200 : 401);
  });

  it.each(['preview-strip', 'nothing'])('leak later pages in the sample (%s is removed)', async (removed) => {
    await using service = await bootWithout(removed);
    await service.deliver(mediaOf('book', { file: await stored(service, await leakyBook(), 20) }));

    const answer = await fetch(`${service.url}/ebooks/book/preview-limited`);
    expect(answer.status).toBe(200);
    const sample = await answer.bytes();
    expect(sentinelsIn(sample).includes('TEXT20')).toBe(removed === 'preview-strip');
  });
});
