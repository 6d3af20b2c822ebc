import { randomBytes } from 'node:crypto';
import { type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { type Format, libraryApi, MediaId, type StoredMediaType } from '@satrangi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, readFirstChunk, refunded, storedFile } from './boot-library.ts';

const kinds: readonly [
  path: string,
  type: StoredMediaType,
  mimeType: string,
  format: Format,
  notFound: string,
][] = [
  ['shortfilms', 'short-film', 'video/mp4', 'video', 'Short Film not found'],
  ['documentaries', 'documentary', 'video/webm', 'video', 'Documentary not found'],
  ['audiostories', 'audio-story', 'audio/mpeg', 'audio', 'Audio Story not found'],
  ['oral-histories', 'oral-history', 'audio/ogg', 'archive', 'Oral History not found'],
];
const owner = testUser({ userId: 'owner' });
const stranger = testUser({ userId: 'stranger' });
const film = randomBytes(300_000);
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nनमस्ते\n';
const order = {
  orderId: 'o1',
  userId: owner.userId,
  items: kinds.map(([, type, , format]) => ofKind(`bought-${type}`, type, format)),
};

const service = useFixture(bootLibrary);
const at = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init);
const as = (user: typeof owner, more: Record<string, string> = {}): RequestInit => ({
  headers: { authorization: `Bearer ${tokenOf(user)}`, ...more },
});
const problemIn = async (response: Response) => {
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return [response.status, code, detail];
};
const ticketFor = (mediaId: string, user = owner, of = service) =>
  of.as(user, libraryApi).createTicket({ params: { mediaId: MediaId.parse(mediaId) } });

/** For each kind: a bought item and a free item with all files, and a free item without files. */
const publishItems = async (of: Booted): Promise<void> => {
  const captions = [{ ...(await storedFile(of, vtt, 'text/vtt')), language: 'hi' }];
  const transcript = await storedFile(of, 'Sab theek hai. सब ठीक है।', 'text/plain');
  const preview = await storedFile(of, film.subarray(0, 999), 'video/mp4');
  for (const [, mediaType, mimeType, format] of kinds) {
    const file = { ...(await storedFile(of, film, mimeType)), pages: 0, durationSeconds: 4_500 };
    const files = { mediaType, formats: [format], file, captions, transcript, preview };
    await of.deliver(mediaOf(`bought-${mediaType}`, files));
    await of.deliver(mediaOf(`free-${mediaType}`, { ...files, priceINR: 0 }));
    await of.deliver(mediaOf(`bare-${mediaType}`, { mediaType, formats: [format], priceINR: 0 }));
  }
};

beforeAll(async () => {
  await publishItems(service);
  await service.deliver(paid(order));
});

describe.each(kinds)('/%s/:id/stream', (path, type, mimeType, _format, notFound) => {
  const bought = `/${path}/bought-${type}/stream`;

  it('plays for its owner by header, by cookie and by ticket, with private caching (CAT-11, CAT-12, CAT-51)', async () => {
    const { ticket } = await ticketFor(`bought-${type}`);
    const cookie = { headers: { cookie: `satrangi_session=${tokenOf(owner)}` } };
    for (const [address, init] of [
      [bought, as(owner)],
      [bought, cookie],
      [`${bought}?ticket=${ticket}`, {}],
      [`${bought}?token=${ticket}`, {}],
    ] as const) {
      const response = await at(address, init);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(mimeType);
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await response.bytes()).equals(film)).toBe(true);
    }
  });

  it('is refused without identity and without access, with the specified messages (CAT-12, S9)', async () => {
    expect(await problemIn(await at(bought))).toEqual([401, 'not-authenticated', 'Sign in first']);
    const refusal = [403, 'purchase-required', 'Purchase required'];
    expect(await problemIn(await at(bought, as(stranger)))).toEqual(refusal);
    expect(await problemIn(await at(bought, as(stranger, { range: 'bytes=0-9' })))).toEqual(refusal);
    expect((await at(bought, { ...as(stranger), method: 'HEAD' })).status).toBe(403);
  });

  it('plays free items for everyone (CAT-47)', async () => {
    const response = await at(`/${path}/free-${type}/stream`);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.bytes()).equals(film)).toBe(true);
  });

  it('answers 404 for unknown items, other kinds and items without a file', async () => {
    const other = type === 'short-film' ? 'documentary' : 'short-film';
    for (const id of ['nothing', `free-${other}`, `bare-${type}`])
      expect(await problemIn(await at(`/${path}/${id}/stream`, as(owner)))).toEqual([
        404,
        'not-found',
        notFound,
      ]);
  });

  it('has captions and a transcript for owners, and a preview clip for everyone', async () => {
    const { ticket } = await ticketFor(`bought-${type}`);
    for (const [file, content, mime] of [
      ['captions/hi', vtt, 'text/vtt; charset=utf-8'],
      ['captions/HI', vtt, 'text/vtt; charset=utf-8'],
      ['transcript', 'Sab theek hai. सब ठीक है।', 'text/plain; charset=utf-8'],
    ] as const) {
      const address = `/${path}/bought-${type}/${file}`;
      const response = await at(`${address}?ticket=${ticket}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, mime]);
      expect(await response.text()).toBe(content);
      expect((await at(address)).status).toBe(401);
      expect((await at(address, as(stranger))).status).toBe(403);
      expect((await at(`/${path}/free-${type}/${file}`)).status).toBe(200);
    }
    expect((await at(`/${path}/free-${type}/captions/ta`)).status).toBe(404);
    expect((await at(`/${path}/free-${type}/captions/..%2F`)).status).toBe(400);
    expect((await at(`/${path}/bare-${type}/transcript`)).status).toBe(404);
    const clip = await at(`/${path}/bought-${type}/preview-clip`);
    expect([clip.status, (await clip.bytes()).length]).toEqual([200, 999]);
    expect(await problemIn(await at(`/${path}/bare-${type}/preview-clip`))).toEqual([
      404,
      'not-found',
      'Preview unavailable',
    ]);
  });
});

describe('captions of a clip', () => {
  const whole = 'WEBVTT\n\n00:01.000 --> 00:05.000\nBefore\n\n00:06.000 --> 00:12.000\nWithin\n';
  const publish = async (
    id: string,
    clip: { readonly startsAt?: number; readonly durationSeconds?: number } | null,
    withdrawn = false,
  ) => {
    const captions = [{ ...(await storedFile(service, whole, 'text/vtt')), language: 'hi' }];
    const preview = clip && { ...(await storedFile(service, film.subarray(0, 9), 'video/mp4')), ...clip };
    const status = withdrawn ? ('withdrawn' as const) : ('published' as const);
    const files = { captions, preview, status };
    await service.deliver(mediaOf(id, { mediaType: 'short-film', formats: ['video'], ...files }));
    return at(`/shortfilms/${id}/preview-captions/HI`);
  };

  it('are for everyone what is said in it, and no more', async () => {
    const answer = await publish('clipped', { startsAt: 5, durationSeconds: 4 });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(await answer.text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWithin\n');
    const etag = answer.headers.get('etag') ?? '';
    const again = await at('/shortfilms/clipped/preview-captions/hi', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await at('/shortfilms/clipped/captions/hi')).status).toBe(401);
  });

  it('are none without a clip, of a clip that is not a part of the film, in another language, or withdrawn', async () => {
    const clip = { startsAt: 5, durationSeconds: 4 };
    const missing = [404, 'not-found', 'Preview unavailable'];
    expect(await problemIn(await publish('no-clip', null))).toEqual(missing);
    expect(await problemIn(await publish('other-clip', { durationSeconds: 4 }))).toEqual(missing);
    expect(await problemIn(await publish('long-clip', { startsAt: 5 }))).toEqual(missing);
    await publish('in-hindi', clip);
    expect(await problemIn(await at('/shortfilms/in-hindi/preview-captions/ta'))).toEqual(missing);
    expect((await publish('gone', clip, true)).status).toBe(404);
    expect((await at('/documentaries/in-hindi/preview-captions/hi')).status).toBe(404);
  });
});

describe('a stream', () => {
  it('is never HTML or SVG, whatever type the file declares', async () => {
    const file = { ...(await storedFile(service, '<script>1</script>', 'text/html')), pages: 0 };
    const preview = await storedFile(service, '<script>1</script>', 'image/svg+xml');
    const mediaType = 'short-film' as const;
    await service.deliver(mediaOf('evil', { mediaType, formats: ['video'], priceINR: 0, file, preview }));

    expect((await at('/shortfilms/evil/stream')).status).toBe(404);
    expect((await at('/shortfilms/evil/preview-clip')).status).toBe(404);
  });

  it('is refused after a refund, also with a ticket that has not expired (LIB-13)', async () => {
    await using own = await bootLibrary();
    await publishItems(own);
    await own.deliver(paid(order));
    const { ticket } = await ticketFor('bought-documentary', owner, own);
    const play = () =>
      fetch(`${own.url}/documentaries/bought-documentary/stream?ticket=${ticket}`, {
        headers: { range: 'bytes=0-99' },
      });
    expect((await play()).status).toBe(206);

    await own.deliver(refunded(order));
    expect((await play()).status).toBe(403);
  });

  it('in progress ends when the grant is revoked (LIB-13)', async () => {
    await using own = await bootLibrary();
    const long = Buffer.alloc(40_000_000, 'moving ');
    const file = { ...(await storedFile(own, long, 'video/mp4')), pages: 0 };
    for (const id of ['film', 'other'])
      await own.deliver(mediaOf(id, { mediaType: 'short-film', formats: ['video'], file }));
    const bought = (id: string) => ({
      orderId: id,
      userId: owner.userId,
      items: [ofKind(id, 'short-film', 'video')],
    });
    for (const id of ['film', 'other']) await own.deliver(paid(bought(id)));
    const start = async (id: string) => {
      const response = await fetch(`${own.url}/shortfilms/${id}/stream`, as(owner));
      expect(response.status).toBe(200);
      return readFirstChunk(response);
    };
    const [film, other] = [await start('film'), await start('other')];
    await own.deliver(refunded(bought('film')));
    await own.liveMessages();

    await expect(film()).rejects.toThrow();
    expect(await other()).toBeGreaterThan(39_000_000);
  });

  it('of a withdrawn item stays available to owners, with its captions (LIB-20)', async () => {
    await using own = await bootLibrary();
    await publishItems(own);
    await own.deliver(paid(order));
    const gone = {
      mediaType: 'short-film' as const,
      formats: ['video' as const],
      status: 'withdrawn' as const,
      version: 2,
    };
    await own.deliver(mediaOf('bought-short-film', { ...gone, file: null }));
    const get = (file: string, user: typeof owner) =>
      fetch(`${own.url}/shortfilms/bought-short-film/${file}`, as(user));

    for (const file of ['stream', 'captions/hi', 'transcript'])
      expect([(await get(file, owner)).status, (await get(file, stranger)).status]).toEqual([200, 404]);
    expect((await get('preview-clip', owner)).status).toBe(404);
  });
});

describe('the ticket for a film or a recording', () => {
  const minutesOf = async (mediaId: string, user = owner) =>
    Math.round((Date.parse((await ticketFor(mediaId, user)).expiresAt) - Date.now()) / 60_000);

  it('lasts for the duration and 30 minutes (P33)', async () => {
    expect(await minutesOf('bought-documentary')).toBe(75 + 30);
    const file = { ...(await storedFile(service, film, 'video/mp4')), pages: 0 };
    const unknown = { mediaType: 'documentary' as const, formats: ['video' as const], priceINR: 0 };
    await service.deliver(mediaOf('of-unknown-length', { ...unknown, file }));
    expect(await minutesOf('of-unknown-length')).toBe(120 + 30);
    const endless = { ...file, durationSeconds: 9_999_999 };
    await service.deliver(mediaOf('endless', { ...unknown, file: endless }));
    expect(await minutesOf('endless')).toBe(12 * 60 + 30);
  });
});

describe('a login token in the URL of a stream (CAT-11, CAT-12, CAT-50, CAT-51; decision 0041)', () => {
  const film = '/shortfilms/bought-short-film';

  it('plays for the owner only, without caching and without a referrer', async () => {
    const played = await at(`${film}/stream?token=${tokenOf(owner)}`, { headers: { range: 'bytes=0-9' } });

    expect([played.status, played.headers.get('content-range')]).toEqual([206, 'bytes 0-9/300000']);
    expect(played.headers.get('cache-control')).toBe('private, no-store');
    expect(played.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await problemIn(await at(`${film}/stream?token=${tokenOf(stranger)}`))).toEqual([
      403,
      'purchase-required',
      'Purchase required',
    ]);
    expect((await at(`${film}/stream`)).status).toBe(401);
  });

  it.each(kinds)('is accepted by /%s', async (path, type) => {
    expect((await at(`/${path}/bought-${type}/stream?token=${tokenOf(owner)}`)).status).toBe(200);
  });

  it('takes precedence over the session, and is accepted for the stream only', async () => {
    const login = tokenOf(owner);

    expect((await at(`${film}/stream?token=${tokenOf(stranger)}`, as(owner))).status).toBe(403);
    for (const [address, init] of [
      [`${film}/stream?token=x`, as(owner)],
      [`${film}/stream?ticket=${login}`, {}],
      [`${film}/captions/hi?token=${login}`, {}],
      [`${film}/transcript?token=${login}`, as(owner)],
    ] as const)
      expect([address.slice(0, 60), (await at(address, init)).status]).toEqual([address.slice(0, 60), 401]);
  });
});
