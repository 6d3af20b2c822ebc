import { z } from 'zod';

/** Opaque to everyone but its maker: letters, digits, `-` and `_`, at least 64 random bits where it names a person's thing. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'That id is not valid');

export const UserId = id.brand('UserId');
export type UserId = z.infer<typeof UserId>;
export const MediaId = id.brand('MediaId');
export type MediaId = z.infer<typeof MediaId>;
export const OrderId = id.brand('OrderId');
export type OrderId = z.infer<typeof OrderId>;
