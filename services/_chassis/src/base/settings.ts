import { z } from 'zod';

const MIN_SECRET = 32;

/** A positive whole number, `fallback` when absent. */
export const countSetting = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** A required secret of at least 32 characters. @param name of the variable, for the error lines */
export const secretSetting = (name: string) =>
  z.string(`${name} is missing`).min(MIN_SECRET, `${name} must have at least ${MIN_SECRET} characters`);

/** Earlier values of a secret, comma separated; none when absent. */
export const earlierSecrets = () =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((secret) => secret !== ''));
