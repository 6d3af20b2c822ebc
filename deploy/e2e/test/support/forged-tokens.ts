import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { databaseName } from '@satrangi/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { z } from 'zod';
import type { Person, PlatformFixture } from './platform-fixture.ts';

const StoredKey = z.object({ kid: z.string(), privateKey: z.string() });
export type SigningKey = z.infer<typeof StoredKey>;

/** The signing key of the platform from its store: for tokens with a single change. */
export const signingKeyOf = async (platform: PlatformFixture): Promise<SigningKey> =>
  StoredKey.parse(await platform.mongo.db(databaseName('identity')).collection('signing-keys').findOne({}));

type Changes = {
  readonly role?: string;
  readonly tokenVersion?: number;
  readonly expiresIn?: number;
  readonly notBefore?: number;
  readonly issuer?: string;
  readonly audience?: string;
  readonly key?: KeyObject | string;
  readonly kid?: string;
  readonly header?: Record<string, unknown>;
};

/** A validly signed session token with `changes`. */
export const forgeToken = (person: Person, { kid, privateKey }: SigningKey, changes: Changes = {}): string =>
  jsonwebtoken.sign(
    { sub: person.userId, role: changes.role ?? 'USER', tv: changes.tokenVersion ?? 0 },
    changes.key ?? privateKey,
    {
      algorithm: 'ES256',
      issuer: changes.issuer ?? 'satrangi',
      audience: changes.audience ?? 'satrangi',
      expiresIn: changes.expiresIn ?? 3_600,
      ...(changes.notBefore === undefined ? {} : { notBefore: changes.notBefore }),
      header: { alg: 'ES256', kid: changes.kid ?? kid, ...changes.header },
    },
  );

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Forged tokens without the key; all must be refused. */
export const forgedTokens = (person: Person, signing: SigningKey): readonly (readonly [string, string])[] => {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = own.publicKey.export({ format: 'jwk' });
  const publicPem = createPublicKey(signing.privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const good = forgeToken(person, signing);
  const [head = '', payload = '', signature = ''] = good.split('.');
  const admin = encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'ADMIN' });
  const unsigned = (alg: string): string => `${encoded({ alg, typ: 'JWT', kid: signing.kid })}.${payload}.`;
  const mine = (header: Record<string, unknown>): string =>
    forgeToken(person, signing, { key: own.privateKey, header });
  // Signed manually: the library refuses a public key as a secret.
  const confused = (): string => {
    const claims = `${encoded({ alg: 'HS256', typ: 'JWT', kid: signing.kid })}.${payload}`;
    const mac =
      jsonwebtoken.sign({}, publicPem.replaceAll('-', '+'), { algorithm: 'HS256' }).split('.')[2] ?? '';
    return `${claims}.${mac}`;
  };
  return [
    ['alg none', unsigned('none')],
    ['alg None', unsigned('None')],
    ['alg nOnE', unsigned('nOnE')],
    ['no alg', `${encoded({ typ: 'JWT' })}.${payload}.`],
    ['HS256 with the public key', confused()],
    ['another key under the right name', mine({})],
    ['another key under another name', mine({ kid: 'mine' })],
    ['a key of its own in jwk', mine({ jwk })],
    ['a key of its own behind jku', mine({ jku: 'http://127.0.0.1:9/keys' })],
    ['a key of its own behind x5u', mine({ x5u: 'http://127.0.0.1:9/chain' })],
    ['a path as kid', mine({ kid: '../../../../dev/null' })],
    ['a query as kid', mine({ kid: '{"$ne":null}' })],
    ['an empty kid', mine({ kid: '' })],
    ['a raised role under the old signature', `${head}.${admin}.${signature}`],
    ['a cut signature', good.slice(0, -4)],
    ['an empty signature', `${head}.${payload}.`],
    ['a zero signature', `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    ['half a token', `${head}.${payload}`],
    ['no token at all', 'undefined'],
    ['ten thousand letters', 'a'.repeat(7_000)],
  ];
};
