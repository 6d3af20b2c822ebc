/** What an erasure keeps of a stored account: its id and the erasure record. */
const keptFields: ReadonlySet<string> = new Set(['_id', 'id', 'erasure']);

/** The fields that belong to the person. A field added later counts as personal unless it is listed as kept. */
export const personalFieldsOf = (fields: readonly string[]): string[] =>
  fields.filter((field) => !keptFields.has(field));
