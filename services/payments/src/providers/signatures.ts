import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@satrangi/chassis';
import { parseJson } from '@satrangi/contracts';
import type { z } from 'zod';

export const hmac = (secret: string, parts: readonly (string | Uint8Array)[]): Buffer => {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** Compares in constant time; texts of different length or encoding are not equal. */
export const isSameMac = (expected: Buffer, given: string, encoding: 'hex' | 'base64'): boolean => {
  const bytes = Buffer.from(given, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
};

export const badSignature = (): Refusal => new Refusal('invalid-signature', 'Invalid signature');

/** A header with exactly one value; otherwise undefined. */
export const oneHeader = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : '';

/** Parses the body of a verified webhook. @throws Refusal validation-failed when it does not match the schema */
export const readSigned = <S extends z.ZodType>(schema: S, raw: Uint8Array): z.output<S> => {
  const read = schema.safeParse(parseJson(Buffer.from(raw).toString('utf8')));
  if (!read.success) throw new Refusal('validation-failed', 'The request is not valid');
  return read.data;
};
