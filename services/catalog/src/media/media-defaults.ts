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

const isDefault = (name: string, value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0 && Array.isArray(defaults.get(name))
    : value === defaults.get(name);

/** An item with all its fields. */
export const withDefaults = (media: Media): Media => ({ ...addedFields, ...media });

/** The fields of an item that `withDefaults` does not add. */
export const withoutDefaults = (media: Media): object =>
  Object.fromEntries(Object.entries(media).filter(([name, value]) => !isDefault(name, value)));
