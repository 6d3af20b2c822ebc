import { MongoError } from '../errors.ts';
import { isDocument, isNullish, numberOf } from '../values.ts';
import { type Operator, type Operators, value } from './operator.ts';

const MILLISECONDS: { [unit: string]: number } = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

const MONTHS: { [unit: string]: number } = { month: 1, quarter: 3, year: 12 };

const lastDayOfMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** 31 January plus one month is the last day of February, not 2 or 3 March. */
const addMonths = (date: Date, months: number): Date => {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  result.setUTCDate(Math.min(date.getUTCDate(), lastDayOfMonth(result)));
  return result;
};

const shift =
  (name: string, sign: 1 | -1): Operator =>
  (doc, argument, options) => {
    if (!isDocument(argument)) throw new MongoError(5166400, `${name} expects an object as its argument`);
    const start = value(doc, argument.startDate, options);
    const amount = value(doc, argument.amount, options);
    if (isNullish(start) || isNullish(amount)) return null;
    if (!(start instanceof Date))
      throw new MongoError(5166403, `${name} requires startDate to be convertible to a date`);
    const unit = String(value(doc, argument.unit, options));
    const steps = numberOf(amount) * sign;
    const months = MONTHS[unit];
    if (months !== undefined) return addMonths(start, months * steps);
    const length = MILLISECONDS[unit];
    if (length === undefined) throw new MongoError(9, `unknown time unit value: ${unit}`);
    return new Date(start.getTime() + steps * length);
  };

export const dateOverrides = (): Operators => ({
  $dateAdd: shift('$dateAdd', 1),
  $dateSubtract: shift('$dateSubtract', -1),
});
