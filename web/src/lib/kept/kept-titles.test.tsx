import { MediaId } from '@satrangi/contracts';
import { aMediaItem } from '@satrangi/contracts/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EXIT_EVENT, EXITED_KEY } from '../quick-exit.ts';
import { session } from '../session.ts';
import { followKept } from './follow-kept.ts';
import { KEPT_DAYS, keep } from './keep-title.ts';
import { FACTS_URL, SHELL_CACHE, titleCache } from './kept-names.ts';
import { readKeptProgress, writeKeptProgress } from './kept-progress.ts';
import { keptSoundUrl } from './kept-sound.ts';
import { eraseAll, eraseTitle, hasKept, keptShellBytes, keptTitles, refreshShell } from './kept-titles.ts';

/** A cache storage in memory. */
const memoryCaches = () => {
  const stored = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    keys: async () => [...stored.keys()],
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return {
        match: async (url: string) => entries.get(url)?.clone(),
        put: async (url: string, answer: Response) => void entries.set(url, answer),
        addAll: async (urls: string[]) => {
          for (const url of urls) entries.set(url, await fetch(url));
        },
      };
    },
    urlsIn: (name: string) => [...(stored.get(name)?.keys() ?? [])],
  };
};

const book = aMediaItem({ fileBytes: 200_000 });
const unregister = vi.fn(async () => true);
const register = vi.fn(async () => ({}));
let version = 'one';
let status = 200;
let kept: ReturnType<typeof memoryCaches>;

beforeEach(async () => {
  kept = memoryCaches();
  version = 'one';
  status = 200;
  vi.clearAllMocks();
  vi.stubGlobal('caches', kept);
  const serviceWorker = {
    register,
    ready: Promise.resolve({}),
    getRegistration: async () => ({ unregister }),
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/kept-files.json'
      ? Response.json({ version, bytes: 4_000_000, files: ['assets/reader.js'] })
      : new Response('', { status: url.endsWith('/pdf') ? status : 200 }),
  );
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  await eraseAll();
  vi.clearAllMocks();
});

describe('a kept title (decision 0138)', () => {
  it('has its own copy and the pages that open it, for 30 days', async () => {
    await keep(book);
    expect(kept.urlsIn(titleCache(book._id))).toEqual([
      `/api/media/${book._id}`,
      `/api/library/access/${book._id}`,
      `/api/ebooks/${book._id}/pdf`,
      FACTS_URL,
    ]);
    expect(kept.urlsIn(SHELL_CACHE)).toEqual(['/assets/reader.js', '/kept']);
    expect(register).toHaveBeenCalledWith('/keep.js', { scope: '/' });
    const [facts] = await keptTitles();
    expect(facts).toMatchObject({ id: book._id, title: book.title, cover: book.cover, bytes: 200_000 });
    const days = (Date.parse(facts?.until ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(KEPT_DAYS);
  });

  it('of a recording has its sound under a path without the ticket, and is heard from here', async () => {
    const story = aMediaItem({ mediaType: 'audiostory', isFree: true, fileBytes: 900_000 });
    const asked: string[] = [];
    const usual = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      asked.push(String(url));
      return String(url).includes('/ticket')
        ? Response.json({ ticket: 'T1', expiresAt: '2099-01-01T00:00:00.000Z' })
        : usual(url, init);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:sound' }));
    const named = { id: story._id, mediaType: story.mediaType };
    expect(await keptSoundUrl(named)).toBeNull();

    await keep(story);

    expect(asked).toContain(`/api/audiostories/${story._id}/stream?ticket=T1`);
    expect(kept.urlsIn(titleCache(story._id))).toEqual([
      `/api/media/${story._id}`,
      `/api/library/access/${story._id}`,
      `/api/audiostories/${story._id}/stream`,
      FACTS_URL,
    ]);
    expect(await keptSoundUrl(named)).toBe('blob:sound');
  });

  it('has the reader’s progress beside it, which follows other devices and is deleted with it', async () => {
    const progress = { format: 'text', page: 10, pages: 212, at: '2026-11-01T10:00:00.000Z' };
    const usual = globalThis.fetch;
    const elsewhere = { mediaId: book._id, mediaType: 'ebook', progress: { ...progress, page: 30 } };
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (String(url).endsWith(`/progress/${book._id}`)) return Response.json({ progress });
      return String(url).includes('/library/progress') ? Response.json([elsewhere]) : usual(url, init);
    });
    await keep(book);
    expect(JSON.parse(readKeptProgress(book._id) ?? '')).toEqual(progress);
    const stop = followKept();
    await vi.waitFor(() => expect(readKeptProgress(book._id)).toContain('"page":30'));
    stop();
    await eraseTitle(book._id);
    writeKeptProgress(book._id, progress);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('place:'))).toEqual([]);
  });

  it('has its uploaded picture beside it, and is kept without one that does not load', async () => {
    const thumbnailUrl = `/api/ebooks/${book._id}/thumbnail?v=2`;
    await keep({ ...book, thumbnailUrl });
    expect(kept.urlsIn(titleCache(book._id))).toContain(thumbnailUrl);
    expect((await keptTitles())[0]?.thumbnailUrl).toBe(thumbnailUrl);

    await eraseTitle(book._id);
    const usual = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      url === thumbnailUrl ? new Response('', { status: 404 }) : usual(url, init),
    );
    await keep({ ...book, thumbnailUrl });
    expect(kept.urlsIn(titleCache(book._id))).not.toContain(thumbnailUrl);
    expect((await keptTitles())[0]?.thumbnailUrl).toBeNull();
  });

  it('leaves nothing when its file does not load', async () => {
    status = 503;
    await expect(keep(book)).rejects.toThrow();
    expect([hasKept(), await kept.keys(), register.mock.calls.length]).toEqual([false, [], 0]);
  });

  it('is deleted by a press; the pages and the worker stay until the last one', async () => {
    const other = aMediaItem({ _id: MediaId.parse('other-book') });
    await keep(book);
    await keep(other);
    await eraseTitle(book._id);
    expect(await kept.keys()).toEqual([SHELL_CACHE, titleCache(other._id)]);
    expect(keptShellBytes()).toBe(4_000_000);
    expect(unregister).not.toHaveBeenCalled();
    await eraseTitle(other._id);
    expect(await kept.keys()).toEqual([]);
    expect(unregister).toHaveBeenCalledTimes(1);
    expect(keptShellBytes()).toBe(0);
  });

  it('is deleted when its time is over', async () => {
    await keep(book);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + (KEPT_DAYS + 1) * 86_400_000);
    expect(await keptTitles()).toEqual([]);
    expect(await kept.keys()).toEqual([]);
  });

  it.each([
    ['at Exit', () => dispatchEvent(new Event(EXIT_EVENT))],
    ['at the end of the session', () => session.end()],
  ])('is deleted %s', async (_name, act) => {
    const stop = followKept();
    await keep(book);
    act();
    await vi.waitFor(async () => expect([hasKept(), await kept.keys()]).toEqual([false, []]));
    stop();
  });

  it.each([
    ['pages', '/assets/reader.js'],
    ['the copy', `/api/ebooks/${book._id}/pdf`],
    ['the list of pages', '/kept-files.json'],
  ])('leaves nothing when the session ends while it loads %s', async (_name, slow) => {
    const usual = globalThis.fetch;
    const stop = followKept();
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url === slow) session.end();
      return usual(url, init);
    });
    await expect(keep(book)).rejects.toThrow();
    expect([hasKept(), await kept.keys(), localStorage.getItem('kept-version')]).toEqual([false, [], null]);
    expect(unregister).toHaveBeenCalled();
    stop();
  });

  it('has no pages when it is deleted while newer ones load', async () => {
    await keep(book);
    version = 'two';
    const usual = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url === '/assets/reader.js') await eraseAll();
      return usual(url, init);
    });
    await refreshShell();
    expect([await kept.keys(), localStorage.getItem('kept-version')]).toEqual([[], null]);
  });

  it('is deleted at the next visit when the session has ended in between', async () => {
    await keep(book);
    localStorage.removeItem('token');
    session.end();
    const stop = followKept();
    await vi.waitFor(async () => expect([hasKept(), await kept.keys()]).toEqual([false, []]));
    stop();
  });

  it('is deleted at the next visit when Exit came before its code', async () => {
    await keep(book);
    localStorage.setItem(EXITED_KEY, '1');
    const stop = followKept();
    await vi.waitFor(async () => expect([hasKept(), await kept.keys()]).toEqual([false, []]));
    expect(localStorage.getItem(EXITED_KEY)).toBeNull();
    stop();
  });

  it('gets new pages after a release, and keeps them while there is none', async () => {
    await keep(book);
    const opened = vi.spyOn(kept, 'open');
    await refreshShell();
    expect(opened).not.toHaveBeenCalled();
    version = 'two';
    await refreshShell();
    expect(opened).toHaveBeenCalledWith(SHELL_CACHE);
  });
});
