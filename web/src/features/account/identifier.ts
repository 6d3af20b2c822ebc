import { readIdentifier } from '@satrangi/contracts/pure';

/** The sentence for what was typed into the one identifier field, or undefined when it can be sent. */
export const identifierWrong = (text: string): string | undefined => {
  const read = readIdentifier(text);
  return read.kind === 'invalid' ? read.text : undefined;
};

/** What is sent for it: an email or a phone number, never both. */
export const identifierBody = (text: string): { email: string } | { phone: string } => {
  const read = readIdentifier(text);
  if (read.kind === 'invalid') throw new TypeError('checked before it is sent');
  return read.kind === 'email' ? { email: read.email } : { phone: read.phone };
};
