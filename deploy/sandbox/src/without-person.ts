/** Fields of records and messages with personal data. */
const personal: ReadonlySet<string> = new Set([
  'customer_name',
  'customer_email',
  'customer_phone',
  'receiptEmail',
  'receipt_email',
  'billing_details',
  'shipping',
  'email',
  'phone',
  // WhatsApp: the receiver and the words of the template
  'to',
  'words',
  // spreadsheets
  'rows',
]);

const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' ? '' : null;
};

/** Webhook bodies are stored as text. */
const inText = (text: string): string => {
  if (!text.startsWith('{')) return text;
  try {
    return JSON.stringify(withoutPerson(JSON.parse(text)));
  } catch {
    return text;
  }
};

/** The same value with every personal field emptied: a text to '', a list to [], anything else to null. */
export const withoutPerson = (value: unknown): unknown => {
  if (typeof value === 'string') return inText(value);
  if (Array.isArray(value)) return value.map(withoutPerson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      personal.has(name) ? emptied(inner) : withoutPerson(inner),
    ]),
  );
};
