import fc from 'fast-check';
import { z } from 'zod';

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

const LONGEST = 40;
const MOST_ITEMS = 4;

/** Hostile values: wrong types, store operators, prototypes, extreme sizes and bytes. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    0.1,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    'undefined',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00%2e%2e',
    'http://127.0.0.1:1/',
    '٣',
    'Infinity',
    [],
    {},
    [[[[[]]]]],
    { $ne: null },
    { $gt: '' },
    { $where: 'while(1){}' },
    { $regex: '(a+)+$' },
    // As a literal it would set the prototype and not be serialized.
    JSON.parse('{"__proto__":{"role":"ADMIN"}}'),
    { constructor: { prototype: { role: 'ADMIN' } } },
    { toString: 1, length: -1 },
  ),
  fc.constantFrom(1_000, 20_000, 300_000).map((length) => 'a'.repeat(length)),
  fc.constantFrom(50, 2_000).map((length) => Array.from({ length }, (_, n) => n)),
  fc.string({ unit: 'binary', maxLength: LONGEST }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** ISO strings of other years are longer, and no contract takes them. */
const years = { min: new Date('2000-01-01'), max: new Date('2099-12-31') };

const textOf = ({ pattern, format, minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<unknown> => {
  // the contracts refuse most addresses that the generator takes from the RFC
  if (format === 'email')
    return fc.oneof(fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,8}\.example$/), fc.emailAddress());
  if (format === 'uri') return fc.webUrl();
  if (format === 'date-time')
    return fc.date({ ...years, noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern));
    } catch {
      // The generator does not support this pattern: plain words.
    }
  }
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) });
};

const numberOf = ({ type, minimum = -1_000, maximum = 100_000 }: Schema): fc.Arbitrary<unknown> =>
  type === 'integer'
    ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER)) })
    : fc.double({ min: minimum, max: maximum, noNaN: true });

/** Values that match a JSON schema; rules outside of the schema are checked by the server. */
const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  const either = schema.anyOf ?? schema.oneOf;
  if (either && either.length > 0) return fc.oneof(...either.map(fitting));
  if (schema.allOf?.[0]) return fitting(schema.allOf[0]);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, fitting(field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
    }
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS)),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

/** Valid input by the contract. */
export const validInput = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fitting(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with one mutation: another value, a missing one, or an extra one. */
export const corrupted = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, hostile, fc.nat(), fc.constantFrom('swap', 'drop', 'add', 'all'))
    .map(([good, bad, at, how]) => {
      if (how === 'all' || !isRecord(good)) return bad;
      const names = Object.keys(good);
      const name = names[at % Math.max(1, names.length)];
      if (how === 'add' || name === undefined)
        return { ...good, [typeof bad === 'string' ? bad.slice(0, 50) : '$where']: bad };
      if (how === 'swap') return { ...good, [name]: bad };
      const { [name]: _dropped, ...rest } = good;
      return rest;
    });
