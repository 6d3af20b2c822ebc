import { type Doc, decode, decodeTyped, encode } from '../documents.ts';
import { fieldReader } from '../field-reader.ts';
import { checkSize } from '../size.ts';
import { replaceFields } from '../top-fields.ts';
import { isDocument } from '../values.ts';
import { applyUpdate, isModifierUpdate, type UpdateStatement } from './apply.ts';

/** The top-level fields that a modifier update can change; undefined for all. */
export const touchedFields = (update: unknown): ReadonlySet<string> | undefined => {
  if (!isModifierUpdate(update)) return undefined;
  const touched = new Set<string>();
  for (const [operator, fields] of Object.entries(update))
    for (const [path, operand] of Object.entries(isDocument(fields) ? fields : {})) {
      touched.add(path.split('.')[0] ?? path);
      if (operator === '$rename') touched.add(String(operand).split('.')[0] ?? '');
    }
  return touched;
};

/** A stored document after an update. Only fields that may change are decoded; the bytes of others are copied. */
export const updatedBytes = (
  raw: Uint8Array,
  statement: UpdateStatement,
  touched: ReadonlySet<string> | undefined,
): Uint8Array => {
  const original = (): Doc => decode(raw);
  const update = (doc: Doc): Uint8Array => encode(applyUpdate(statement, { doc, original, isInsert: false }));
  if (!touched || touched.has('__proto__')) return update(decodeTyped(raw));
  const names = new Set(touched).add('_id');
  const fields = update(fieldReader(names, true)(raw));
  checkSize(fields);
  return replaceFields(raw, names, fields);
};
