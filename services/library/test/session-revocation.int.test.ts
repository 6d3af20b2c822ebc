import { anEvent, type Booted, testUser, tokenOf } from '@satrangi/chassis/testing';
import {
  libraryApi,
  MediaId,
  SessionId,
  sessionRevoked,
  userDeleted,
  userUpdated,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, readFirstChunk, storedFile } from './boot-library.ts';

/** A library with a film and a book of two readers; the film is large enough to stay in transit. */
const bootWithFilmAndBook = async () => {
  const service = await bootLibrary();
  const asha = testUser({ userId: 'asha' });
  const film = { ...(await storedFile(service, Buffer.alloc(40_000_000, 'moving '), 'video/mp4')), pages: 0 };
  const book = { ...(await storedFile(service, '%PDF-1.4 …', 'application/pdf')), pages: 3 };
  await service.deliver(mediaOf('film', { mediaType: 'short-film', formats: ['video'], file: film }));
  await service.deliver(mediaOf('book', { file: book }));
  for (const { userId } of [asha, testUser({ userId: 'bela' })])
    await service.deliver(
      paid({
        orderId: `of-${userId}`,
        userId,
        items: [ofKind('film', 'short-film', 'video'), { mediaId: 'book' }],
      }),
    );
  return { service, asha, [Symbol.asyncDispose]: () => service.stop() };
};

const ticketOf = async (service: Booted, user: ReturnType<typeof testUser>, mediaId: string) =>
  (await service.as(user, libraryApi).createTicket({ params: { mediaId: MediaId.parse(mediaId) } })).ticket;

/** The status of every URL that accepts a ticket. */
const statuses = async (service: Booted, { film, book }: { film: string; book: string }) => {
  const addresses = [
    `/shortfilms/film/stream?ticket=${film}`,
    `/shortfilms/film/stream?token=${film}`,
    `/ebooks/book/pdf?ticket=${book}`,
  ];
  return Promise.all(
    addresses.map(
      async (address) =>
        (await fetch(`${service.url}${address}`, { headers: { range: 'bytes=0-3' } })).status,
    ),
  );
};

/** Starts the film and pauses after its first chunk. */
const beginFilm = async (service: Booted, query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/shortfilms/film/stream${query}`, { headers });
  expect(response.status).toBe(200);
  return readFirstChunk(response);
};

const revocations = (userId: ReturnType<typeof testUser>['userId']) =>
  [
    ['log out everywhere', anEvent(userUpdated, { data: { userId, role: 'USER', tokenVersion: 1 } })],
    ['account deletion', anEvent(userDeleted, { data: { userId } })],
  ] as const;

describe.each(revocations(testUser({ userId: 'asha' }).userId))('%s', (_name, event) => {
  it('revokes the tickets of that account at once, and no others (IDN-24, P33)', async () => {
    await using fixture = await bootWithFilmAndBook();
    const { service, asha } = fixture;
    const bela = testUser({ userId: 'bela' });
    const mine = {
      film: await ticketOf(service, asha, 'film'),
      book: await ticketOf(service, asha, 'book'),
    };
    const theirs = {
      film: await ticketOf(service, bela, 'film'),
      book: await ticketOf(service, bela, 'book'),
    };
    expect(await statuses(service, mine)).toEqual([206, 206, 206]);

    await service.deliver(event);

    expect(await statuses(service, mine)).toEqual([401, 401, 401]);
    expect(await statuses(service, theirs)).toEqual([206, 206, 206]);
    const answer = await fetch(`${service.url}/shortfilms/film/stream?ticket=${mine.film}`);
    expect(await answer.json()).toMatchObject({ code: 'invalid-token', message: 'Invalid token' });
  });

  it('ends streams in progress for every credential, and none of other readers', async () => {
    await using fixture = await bootWithFilmAndBook();
    const { service, asha } = fixture;
    const token = tokenOf(asha);
    const mine = [
      await beginFilm(service, `?ticket=${await ticketOf(service, asha, 'film')}`),
      await beginFilm(service, '', { authorization: `Bearer ${token}` }),
      await beginFilm(service, '', { cookie: `satrangi_session=${token}` }),
    ];
    const theirs = await beginFilm(service, '', {
      authorization: `Bearer ${tokenOf(testUser({ userId: 'bela' }))}`,
    });

    await service.deliver(event);

    for (const readRest of mine) await expect(readRest()).rejects.toThrow();
    expect(await theirs()).toBeGreaterThan(39_000_000);
  });
});

it('a new session gets valid tickets, and a profile update revokes none', async () => {
  await using fixture = await bootWithFilmAndBook();
  const { service } = fixture;
  const again = testUser({ userId: 'asha', tokenVersion: 1 });
  const update = () =>
    service.deliver(anEvent(userUpdated, { data: { userId: again.userId, role: 'USER', tokenVersion: 1 } }));
  await update();
  const film = await ticketOf(service, again, 'film');
  const book = await ticketOf(service, again, 'book');
  const readRest = await beginFilm(service, `?ticket=${film}`);

  await update();

  expect(await statuses(service, { film, book })).toEqual([206, 206, 206]);
  expect(await readRest()).toBeGreaterThan(39_000_000);
});

it('log-out revokes the tickets and streams of that session, and none of another session of the account', async () => {
  await using fixture = await bootWithFilmAndBook();
  const { service } = fixture;
  const [here, elsewhere] = ['here', 'elsewhere'].map((sessionId) => testUser({ userId: 'asha', sessionId }));
  if (!here || !elsewhere) throw new Error('two sessions expected');
  const ticketsOf = async (login: ReturnType<typeof testUser>) => ({
    film: await ticketOf(service, login, 'film'),
    book: await ticketOf(service, login, 'book'),
  });
  const ended = await ticketsOf(here);
  const kept = await ticketsOf(elsewhere);
  const endedRest = await beginFilm(service, `?ticket=${ended.film}`);
  const byLogin = async (login: ReturnType<typeof testUser>): Promise<number> =>
    (
      await fetch(`${service.url}/shortfilms/film/stream?token=${tokenOf(login)}`, {
        headers: { range: 'bytes=0-3' },
      })
    ).status;
  expect(await byLogin(here)).toBe(206);
  const keptRest = await beginFilm(service, '', { cookie: `satrangi_session=${tokenOf(elsewhere)}` });
  expect(await statuses(service, ended)).toEqual([206, 206, 206]);

  await service.deliver(
    anEvent(sessionRevoked, {
      data: {
        userId: here.userId,
        sessionId: SessionId.parse('here'),
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    }),
  );

  expect(await statuses(service, ended)).toEqual([401, 401, 401]);
  await expect(endedRest()).rejects.toThrow();
  expect([await byLogin(here), await byLogin(elsewhere)]).toEqual([401, 206]);
  expect(await statuses(service, kept)).toEqual([206, 206, 206]);
  expect(await keptRest()).toBeGreaterThan(39_000_000);
});
