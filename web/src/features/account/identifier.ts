import { readIdentifier } from '@satrangi/contracts/pure';

/** The error message for an identifier, or undefined when it is valid. */
export const identifierError = (text: string): string | undefined => {
  const read = readIdentifier(text);
  return read.kind === 'invalid' ? read.text : undefined;
};

/** The request fields of an identifier: an email or a phone number, never both. */
export const identifierBody = (text: string): { email: string } | { phone: string } => {
  const read = readIdentifier(text);
  if (read.kind === 'invalid') throw new TypeError('invalid identifier');
  return read.kind === 'email' ? { email: read.email } : { phone: read.phone };
};
