import { MongoError, notSupported } from '../errors.ts';
import { toPattern } from '../patterns/regex.ts';
import { isDocument, isNullish, isRegex } from '../values.ts';
import { type Operator, type Operators, value } from './operator.ts';

const regexMatch: Operator = (subject, argument, options) => {
  if (!isDocument(argument)) throw new MongoError(51103, '$regexMatch expects an object of named arguments');
  const input = value(subject, argument.input, options);
  const regex = value(subject, argument.regex, options);
  const flags = value(subject, argument.options, options);
  if (isNullish(input) || isNullish(regex)) return false;
  if (typeof input !== 'string')
    throw new MongoError(51104, "$regexMatch needs 'input' to be of type string");
  if (typeof regex !== 'string' && !isRegex(regex))
    throw new MongoError(51105, "$regexMatch needs 'regex' to be of type string or regex");
  return toPattern(regex, typeof flags === 'string' ? flags : undefined).test(input);
};

const refused =
  (name: string): Operator =>
  () => {
    throw notSupported(name);
  };

/** mingo's use JavaScript's engine, which a pattern can block. */
export const regexOverrides = (): Operators => ({
  $regexMatch: regexMatch,
  $regexFind: refused('$regexFind'),
  $regexFindAll: refused('$regexFindAll'),
});
