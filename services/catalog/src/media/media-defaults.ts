import { type StoredValue, storedFields } from '@satrangi/contracts';
import type { Media } from './media.rules.ts';

const emptyValues: Readonly<Record<Exclude<StoredValue, 'required-text'>, unknown>> = {
  text: null,
  texts: [],
  number: null,
  flag: false,
  object: null,
  objects: [],
};

/** Defaults for fields that older items do not have. */
const addedFields = {
  ...Object.fromEntries(
    Object.entries(storedFields).flatMap(([name, value]) =>
      value === 'required-text' ? [] : [[name, emptyValues[value]]],
    ),
  ),
  driveFileId: null,
  driveState: null,
  transcriptFile: null,
  preview: null,
  epub: null,
  captions: [],
  thumbnail: null,
};
const defaults = new Map<string, unknown>(Object.entries(addedFields));

/** An item with all its fields: the same one, if it has them. */
export const withDefaults = (media: Media): Media => {
  for (const name of defaults.keys()) if (!(name in media)) return { ...addedFields, ...media };
  return media;
};

/** Replaces null by the default of a field, in fields that were just read. */
export const fillDefaults = (fields: Record<string, unknown>): void => {
  for (const name of Object.keys(fields)) fields[name] ??= defaults.get(name) ?? null;
};
