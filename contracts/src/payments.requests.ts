import { z } from 'zod';
import { isEmail } from './accounts.ts';
import { CONTRIBUTION_LEAST_MINOR, LARGEST_CHARGE_MINOR, RUN_FEE_MINOR } from './money.ts';
import { AnyMediaType, CountryCode, Currency, Format, MediaId, Provider } from './schemas.ts';

/**
 * The purpose of an order. All share one state machine: price, state, provider, refund and receipt. A `gift-purchase` buys
 * items for another reader, who redeems its code (decision 0137).
 */
export const purposes = ['purchase', 'gift-purchase', 'contribution', 'virtual-run'] as const;
export const Purpose = z.enum(purposes);
export type Purpose = z.infer<typeof Purpose>;

const textOrNumber = z.union([z.string().max(40), z.number()]);
const nested = z.object({ _id: z.string() });

/** Clients use several field names for an item (storefront §3). All are normalised to media id, type and format. */
const WireItem = z
  .object({
    media: z.union([z.string(), nested]).optional(),
    mediaId: z.string().optional(),
    ebook: z.union([z.string(), nested]).optional(),
    ebookId: z.string().optional(),
    id: z.string().optional(),
    _id: z.string().optional(),
    mediaType: AnyMediaType.optional(),
    format: Format.optional(),
    price: textOrNumber.optional().describe('compared with the catalog’s price, never charged'),
  })
  .transform((item, context) => {
    const named = item.media ?? item.mediaId ?? item.ebook ?? item.ebookId ?? item.id ?? item._id;
    const read = MediaId.safeParse(typeof named === 'object' ? named._id : named);
    if (!read.success) {
      context.addIssue({ code: 'custom', message: 'Each item must name its media' });
      return z.NEVER;
    }
    return { mediaId: read.data, mediaType: item.mediaType, format: item.format ?? ('text' as const) };
  });

export const ITEMS_MAX = 50;

const RequestFields = z.object({
  items: z
    .array(WireItem)
    .max(ITEMS_MAX, `At most ${ITEMS_MAX} items`)
    .optional()
    .describe('purchase: at least one; contributions and run fees: none'),
  amount: textOrNumber
    .optional()
    .describe('purchase: compared with the catalog’s price, never charged. Otherwise minor units, charged'),
  currency: Currency.optional(),
  country: CountryCode.default('IN'),
  provider: Provider.optional(),
  name: z.string().trim().max(120).optional(),
  email: z.string().trim().max(254).optional(),
  contact: z.string().trim().max(30).optional(),
  phone: z.string().trim().max(30).optional().describe('alias of contact'),
  originalAmount: textOrNumber.optional(),
  originalCurrency: z.string().max(3).optional(),
  convertedAmount: textOrNumber.optional(),
  convertedCurrency: z.string().max(3).optional(),
  returnUrl: z.url().max(500).optional(),
  isContribution: z.boolean().optional(),
  isGift: z
    .boolean()
    .optional()
    .describe('buys the items for another reader: the paid order has a gift code'),
  giftEmail: z
    .string()
    .trim()
    .max(254)
    .optional()
    .describe('gift: where a neutral mail with the code goes; empty: only the buyer has the code'),
  storedCard: z
    .enum(['store', 'use'])
    .optional()
    .describe('purchases by Stripe: store the card for the next purchase, or pay with the stored one'),
  purpose: z.string().max(40).optional(),
  type: z.string().max(40).optional(),
  userId: z.string().max(64).optional(),
  runSlug: z.string().trim().max(120).optional().describe('contribution: the run page it is given to'),
  runDraftId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .describe('run fee: the stored form that becomes a registration when the fee is paid'),
});
type Fields = z.output<typeof RequestFields>;

/** Whole minor units from a number or its text; null for anything else. */
const minorOf = (amount: string | number | undefined): number | null => {
  const minor = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount;
  return typeof minor === 'number' && Number.isSafeInteger(minor) ? minor : null;
};

const purposeOf = ({ isContribution, isGift, type, purpose }: Fields): Purpose => {
  if (isContribution || type === 'contribution' || purpose === 'contribution') return 'contribution';
  if (purpose === 'virtual-run' || type === 'virtual-run') return 'virtual-run';
  return isGift || purpose === 'gift-purchase' ? 'gift-purchase' : 'purchase';
};

type FieldError = readonly [field: keyof Fields, sentence: string];

const contributionError = ({ name, email, amount }: Fields): FieldError | null => {
  if (!name) return ['name', 'Please fill all fields'];
  if (!email) return ['email', 'Please fill all fields'];
  if (amount === undefined || amount === '') return ['amount', 'Please fill all fields'];
  if (!isEmail(email)) return ['email', 'Valid email required'];
  const minor = minorOf(amount);
  if (minor === null) return ['amount', 'Amount must be in whole minor units'];
  if (minor < CONTRIBUTION_LEAST_MINOR) return ['amount', 'Amount must be at least 1'];
  return minor > LARGEST_CHARGE_MINOR ? ['amount', 'Amount is too large'] : null;
};

const runFeeError = ({ name, email, amount }: Fields): FieldError | null => {
  if (!name) return ['name', 'Name required'];
  if (!email || !isEmail(email)) return ['email', 'Valid email required'];
  const minor = minorOf(amount);
  return minor === null || minor < RUN_FEE_MINOR.least || minor > RUN_FEE_MINOR.most
    ? ['amount', 'Enter a valid fee']
    : null;
};

/**
 * The body of `POST /payments/create`. `isContribution`, `isGift`, `type` or `purpose` select the purpose; the default is
 * a purchase. The amount of a purchase is only compared: the server charges the price of its catalog projection
 * (checklist PAY-26). The amount of a contribution or a fee is in minor units and is charged.
 */
export const PaymentRequest = RequestFields.transform((fields, context) => {
  const { items, amount, phone, contact, giftEmail, ...rest } = fields;
  const common = { ...rest, contact: contact ?? phone };
  const refuse = ([field, message]: FieldError): never => {
    context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  };
  const purpose = purposeOf(fields);
  if (purpose === 'purchase' || purpose === 'gift-purchase') {
    if (!items || items.length === 0) return refuse(['items', 'Nothing to buy']);
    if (purpose === 'purchase') return { ...common, purpose, items, amount };
    if (giftEmail && !isEmail(giftEmail)) return refuse(['giftEmail', 'Valid email required']);
    return { ...common, purpose, items, amount, giftEmail: giftEmail || null };
  }
  const error = purpose === 'contribution' ? contributionError(fields) : runFeeError(fields);
  if (error) return refuse(error);
  const { name = '', email = '' } = fields;
  return { ...common, purpose, name, email, amountMinor: minorOf(amount) ?? 0 };
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** The id of a Stripe payment intent. */
export const PaymentIntentId = z.string().regex(/^[A-Za-z0-9_]{1,80}$/, 'That payment is not known');

/** The body that card pages send after a payment. Only the id is used; everything else is read from Stripe. */
export const CardConfirmation = z.object({
  paymentIntentId: PaymentIntentId,
  ebookId: z.string().max(64).optional(),
  mediaId: z.string().max(64).optional(),
  mediaType: z.string().max(40).optional(),
  name: z.string().max(120).optional(),
  email: z.string().max(254).optional(),
  contact: z.string().max(30).optional(),
  amount: textOrNumber.optional(),
  currency: z.string().max(3).optional(),
  country: z.string().max(2).optional(),
});
