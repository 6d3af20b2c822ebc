import { z } from 'zod';
import { coverMotifs, pigments } from './cover-art.ts';
import { collections, formats, mediaTypes, storedOf } from './media.ts';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'That id is not valid');

/** Opaque ids, branded so that they cannot be mixed up. */
export const UserId = id.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
/** Identifies one login of an account; not a secret. */
export const SessionId = id.brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
export const MediaId = id.brand<'MediaId'>();
export type MediaId = z.infer<typeof MediaId>;
export const OrderId = id.brand<'OrderId'>();
export type OrderId = z.infer<typeof OrderId>;

export const Currency = z.enum(['INR', 'USD']);
export type Currency = z.infer<typeof Currency>;
export const Money = z.object({ minor: z.int().nonnegative(), currency: Currency });
export type Money = z.infer<typeof Money>;
export const Provider = z.enum(['cashfree', 'stripe']);
export type Provider = z.infer<typeof Provider>;
export const CountryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'Country must be two letters')
  .toUpperCase();

export const StoredMediaType = z.enum(mediaTypes.map((type) => type.stored));
export type StoredMediaType = z.infer<typeof StoredMediaType>;
export const JoinedMediaType = z.enum(mediaTypes.map((type) => type.joined));
export type JoinedMediaType = z.infer<typeof JoinedMediaType>;
/** Accepts both spellings and returns the stored one. */
export const AnyMediaType = z.string().transform((text, context): StoredMediaType => {
  const stored = storedOf(text);
  if (stored) return stored;
  context.addIssue({ code: 'custom', message: 'That media type is not known' });
  return z.NEVER;
});
export const Format = z.enum(formats);
export type Format = z.infer<typeof Format>;
export const Collection = z.enum(collections);
export type Collection = z.infer<typeof Collection>;
export const CoverArt = z.object({
  motif: z.enum(coverMotifs),
  ground: z.enum(pigments),
  figure: z.enum(pigments),
  accent: z.enum(pigments),
});
export type CoverArt = z.infer<typeof CoverArt>;

export const Role = z.enum(['USER', 'ADMIN']);
export type Role = z.infer<typeof Role>;

/** A search typed by an admin. U+0000 becomes a space: the store takes no pattern with it. */
export const searchText = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll('\0', ' '))
    .trim()
    .max(max);

/** UTC, ISO 8601. */
export const Instant = z.iso.datetime();
