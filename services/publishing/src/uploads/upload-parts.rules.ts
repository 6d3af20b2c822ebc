/** A stored part of an upload. */
export type UploadPart = { readonly name: string; readonly offset: number; readonly bytes: number };
/** The rest of a part that begins after `skip` bytes. */
export type PartRest = { readonly name: string; readonly skip: number };

const DIGITS = 9;
const NAME = /^([\w-]+)\.(\d{9})$/;

/** The name of the part that begins at an offset. Names sort by offset. */
export const partName = (id: string, offset: number): string =>
  `${id}.${String(offset).padStart(DIGITS, '0')}`;

type Input = {
  readonly name: string;
  readonly bytes: number;
};

/** @returns null for another file */
export const partOf = ({ name, bytes }: Input): UploadPart | null => {
  const offset = NAME.exec(name)?.[2];
  return offset === undefined ? null : { name, offset: Number(offset), bytes };
};

/**
 * What has arrived without a gap. Parts of several replicas may overlap: the bytes at one offset are the same in all of
 * them, because only the client of the upload sends them.
 */
export const arrivedIn = (
  parts: readonly UploadPart[],
): { readonly bytes: number; readonly rests: readonly PartRest[] } => {
  const rests: PartRest[] = [];
  let bytes = 0;
  for (const part of [...parts].sort((a, b) => a.offset - b.offset)) {
    if (part.offset > bytes) break;
    const end = part.offset + part.bytes;
    if (end <= bytes) continue;
    rests.push({ name: part.name, skip: bytes - part.offset });
    bytes = end;
  }
  return { bytes, rests };
};
