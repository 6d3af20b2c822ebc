import { testUser, tokenOf } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { libraryApi, MediaId } from '@satrangi/contracts';
import jwt from 'jsonwebtoken';
import { beforeAll, expect, it } from 'vitest';
import { bootLibrary, mediaOf, ofKind, paid, storedFile, TICKET_SECRET } from './boot-library.ts';

const owner = testUser({ userId: 'owner' });
const service = useFixture(bootLibrary);
let tokens: Record<string, string>;

const ticketFor = async (mediaId: string): Promise<string> => {
  const { createTicket } = service.as(owner, libraryApi);
  return (await createTicket({ params: { mediaId: MediaId.parse(mediaId) } })).ticket;
};

beforeAll(async () => {
  const pdf = { ...(await storedFile(service, '%PDF-1.4 …', 'application/pdf')), pages: 3 };
  const video = { ...(await storedFile(service, 'moving', 'video/mp4')), pages: 0, durationSeconds: 60 };
  const film = { mediaType: 'short-film' as const, formats: ['video' as const], file: video };
  await service.deliver(mediaOf('book', { file: pdf }));
  await service.deliver(mediaOf('film', film));
  await service.deliver(mediaOf('film2', film));
  const films = ['film', 'film2'].map((id) => ofKind(id, 'short-film', 'video'));
  await service.deliver(
    paid({ orderId: 'o1', userId: owner.userId, items: [{ mediaId: 'book' }, ...films] }),
  );
  const past = Math.floor(Date.now() / 1_000) - 60;
  const claims = { sub: 'owner', tv: 0, media: 'film', use: 'media', iat: past - 600, exp: past };
  tokens = {
    login: tokenOf(owner),
    book: await ticketFor('book'),
    film: await ticketFor('film'),
    film2: await ticketFor('film2'),
    expired: jwt.sign(claims, TICKET_SECRET, {
      issuer: 'satrangi-library',
      audience: 'satrangi-library/media',
    }),
    forged: jwt.sign({ ...claims, exp: past + 999 }, 'another-secret-of-the-same-length-ok', {
      issuer: 'satrangi-library',
      audience: 'satrangi-library/media',
    }),
  };
});

/** Six ways to use a token. */
const uses: Record<string, (token: string) => Promise<Response>> = {
  'the header of a stream': (token) =>
    fetch(`${service.url}/shortfilms/film/stream`, { headers: { authorization: `Bearer ${token}` } }),
  'the ticket parameter of the film': (token) =>
    fetch(`${service.url}/shortfilms/film/stream?ticket=${token}`),
  'the token parameter of the film': (token) => fetch(`${service.url}/shortfilms/film/stream?token=${token}`),
  'the ticket parameter of the book': (token) => fetch(`${service.url}/ebooks/book/pdf?ticket=${token}`),
  'the header of the library': (token) =>
    fetch(`${service.url}/library`, { headers: { authorization: `Bearer ${token}` } }),
  'the header of a ticket request': (token) =>
    fetch(`${service.url}/library/access/film/ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    }),
};

/** The uses each token is valid for; every other use answers 401. */
const allowed: Record<string, readonly string[]> = {
  login: [
    'the header of a stream',
    'the token parameter of the film',
    'the header of the library',
    'the header of a ticket request',
  ],
  book: ['the ticket parameter of the book'],
  film: ['the ticket parameter of the film', 'the token parameter of the film'],
  film2: [],
  expired: [],
  forged: [],
};

it.each(
  Object.entries(allowed).flatMap(([kind, may]) =>
    Object.keys(uses).map((use) => [kind, use, may.includes(use) ? 200 : 401] as const),
  ),
)('token "%s" in %s answers %i (P33, S33)', async (kind, use, status) => {
  const response = await uses[use]?.(tokens[kind] ?? '');

  expect(response?.status).toBe(status);
});

it('the ticket and token parameters must be equal when both are present', async () => {
  const at = (ticket = '', token = '') =>
    fetch(`${service.url}/shortfilms/film/stream?ticket=${ticket}&token=${token}`);
  expect((await at(tokens.film, tokens.film)).status).toBe(200);
  expect((await at(tokens.film, tokens.login)).status).toBe(401);
  expect((await at(tokens.film, tokens.film2)).status).toBe(401);
});
