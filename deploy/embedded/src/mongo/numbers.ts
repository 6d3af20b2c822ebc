import { Decimal128, Double, Int32, Long } from 'bson';
import { badValue } from './errors.ts';
import { integerOf, numberOf } from './kinds.ts';

type Decimal = { coefficient: bigint; exponent: number };

const parse = (value: unknown): Decimal => {
  const text =
    value instanceof Decimal128 || value instanceof Long ? value.toString() : String(numberOf(value));
  const match = /^([+-]?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) throw badValue('cannot compute with a decimal that is not finite');
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = BigInt(whole + fraction || '0');
  return { coefficient: sign === '-' ? -digits : digits, exponent: Number(power) - fraction.length };
};

const format = ({ coefficient, exponent }: Decimal): Decimal128 => {
  if (exponent >= 0) return Decimal128.fromString((coefficient * 10n ** BigInt(exponent)).toString());
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(1 - exponent, '0');
  const text = `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
  return Decimal128.fromStringWithRounding(negative ? `-${text}` : text);
};

const isFiniteNumber = (value: unknown): boolean => Number.isFinite(numberOf(value));

const decimalArithmetic = (operation: '+' | '*', left: unknown, right: unknown): Decimal128 => {
  if (!isFiniteNumber(left) || !isFiniteNumber(right)) {
    const result = operation === '+' ? numberOf(left) + numberOf(right) : numberOf(left) * numberOf(right);
    return Decimal128.fromString(String(result));
  }
  const a = parse(left);
  const b = parse(right);
  if (operation === '*')
    return format({ coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent });
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (d: Decimal): bigint => d.coefficient * 10n ** BigInt(d.exponent - exponent);
  return format({ coefficient: scaled(a) + scaled(b), exponent });
};

/** The exact sum of numbers with a Decimal128 among them. */
export const addDecimals = (numbers: readonly unknown[]): Decimal128 =>
  numbers.reduce(
    (total: Decimal128, value) => decimalArithmetic('+', total, value),
    Decimal128.fromString('0'),
  );

/** A JavaScript number with the BSON type of its stored form. */
export const typed = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Long.fromBigInt(value);
  if (typeof value !== 'number') return value;
  const isInt32 = Number.isInteger(value) && Math.abs(value) < 2147483648 && !Object.is(value, -0);
  return isInt32 ? new Int32(value) : new Double(value);
};

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/**
 * MongoDB's arithmetic over types: decimal wins over double, double over integers; an Int32 that overflows
 * becomes Long, a Long that overflows is an error.
 */
export const arithmetic = (operation: '+' | '*', left: unknown, right: unknown): unknown => {
  const a = typed(left);
  const b = typed(right);
  if (a instanceof Decimal128 || b instanceof Decimal128) return decimalArithmetic(operation, a, b);
  if (a instanceof Double || b instanceof Double)
    return new Double(operation === '+' ? numberOf(a) + numberOf(b) : numberOf(a) * numberOf(b));
  const x = integerOf(a) ?? 0n;
  const y = integerOf(b) ?? 0n;
  const result = operation === '+' ? x + y : x * y;
  const fitsInt32 = result >= -2147483648n && result <= 2147483647n;
  if (a instanceof Int32 && b instanceof Int32 && fitsInt32) return new Int32(Number(result));
  if (result < MIN_LONG || result > MAX_LONG)
    throw badValue('Failed to apply $inc operations to current value: integer overflow');
  return Long.fromBigInt(result);
};
