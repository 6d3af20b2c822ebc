import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { GIFT_CODE_LENGTH, giftTexts, normaliseGiftCode } from './gift-codes.ts';
import { Format, Instant, JoinedMediaType } from './schemas.ts';

/** The gift of a paid order, as its buyer sees it. It never says who redeemed it. */
export const GiftState = z.object({
  code: z.string().nullable().describe('in groups of four; null unless it can be redeemed'),
  state: z.enum(['waiting', 'open', 'redeemed', 'taken-back']).describe('waiting: not paid yet'),
  redeemedAt: Instant.nullable(),
  mail: z
    .enum(['none', 'waiting', 'sent', 'not-sent'])
    .describe('the mail to the reader; its address is erased when it is sent'),
});
export type GiftState = z.infer<typeof GiftState>;

const GiftItem = z.object({
  media: z.string(),
  mediaType: JoinedMediaType,
  format: Format,
  title: z.string(),
  creator: z.string().optional(),
  language: z.string().optional().describe('of the title'),
});

const GiftCodeBody = z.object({
  code: z
    .string()
    .max(60)
    .transform(normaliseGiftCode)
    .refine((code) => code.length === GIFT_CODE_LENGTH && !/[^0-9A-Z]/.test(code), giftTexts.unknown),
});
const GiftItems = z.object({ items: z.array(GiftItem).min(1) });

/** Gift codes (decisions 0137, 0155). Part of the API of payments. Both calls share the strict rate limit of logins. */
export const giftsApi = defineApi({
  previewGift: {
    method: 'POST',
    path: '/payments/gifts/preview',
    access: 'public',
    rate: 'login',
    summary:
      'The items of a gift code that can be redeemed, before a login. Changes nothing. 404 and 409 `too-late` as in `redeem`, also for the reader who redeemed it',
    body: GiftCodeBody,
    response: GiftItems,
    problems: ['not-found', 'too-late'],
  },
  redeemGift: {
    method: 'POST',
    path: '/payments/gifts/redeem',
    access: 'user',
    rate: 'login',
    summary:
      'Redeem a gift code: its items become the caller’s. 409 `already-owned` when the caller owns one of them, `too-late` when somebody else redeemed it or it was taken back; idempotent for the reader who redeemed it',
    body: GiftCodeBody,
    response: GiftItems,
    problems: ['not-found', 'too-late', 'already-owned'],
  },
});
