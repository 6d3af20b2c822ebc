/** What the central directory of an archive says about one entry. */
export type ZipEntry = {
  readonly name: string;
  readonly compressed: number;
  readonly uncompressed: number;
  /** The Unix mode, 0 when the archive was made elsewhere. */
  readonly mode: number;
  readonly isEncrypted: boolean;
};

export const zipLimits = {
  entries: 10_000,
  /** Bytes of all entries together, unpacked. */
  unpacked: 1024 ** 3,
  /** Largest factor of compression, for entries above `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 10 * 1024 * 1024,
} as const;

const FILE_TYPE_MASK = 0o170000;
const REGULAR = [0, 0o100000, 0o040000];

/** True when an entry may not be in an uploaded archive: a link or device, or a bomb by its declared sizes. */
export const isHostile = ({ compressed, uncompressed, mode }: ZipEntry): boolean => {
  const isSpecial = !REGULAR.includes(mode & FILE_TYPE_MASK);
  const isBomb = uncompressed > zipLimits.ratioFrom && uncompressed > compressed * zipLimits.ratio;
  return isSpecial || isBomb;
};

/** True for a name that leads out of the folder an archive is unpacked to, on any system. */
export const isUnsafeName = (name: string): boolean =>
  name === '' ||
  name.length > 1_000 ||
  /[\p{Cc}\\]/u.test(name) ||
  /^\/|^[a-z]:/i.test(name) ||
  name.split('/').includes('..');
