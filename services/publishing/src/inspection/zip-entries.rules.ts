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
  /** An archive in an archive is allowed, a third one is not. */
  depth: 2,
} as const;

const FILE_TYPE_MASK = 0o170000;
const REGULAR = [0, 0o100000, 0o040000];

/** True when an entry may not be in a manuscript: a link or device, or a bomb by its declared sizes. */
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

export const isMacro = (name: string): boolean => /(^|\/)vbaProject\.bin$/i.test(name);

/** Archives by name; documents that are archives inside a ZIP count, too. */
export const isArchiveName = (name: string): boolean =>
  /\.(zip|docx|docm|dotm|epub|jar|xlsx|xlsm|pptx|pptm|odt)$/i.test(name);

/** What an archive is by its entries: their first one, or those that Word requires. */
export const archiveKind = (
  names: readonly string[],
  firstContent: string | null,
): 'epub' | 'docx' | 'zip' => {
  if (names[0] === 'mimetype' && firstContent?.trim() === 'application/epub+zip') return 'epub';
  const isWord =
    names.includes('[Content_Types].xml') && names.some((name) => /^word\/document\d*\.xml$/.test(name));
  return isWord ? 'docx' : 'zip';
};
