export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

export type ImageInfo = { readonly mimeType: ImageType; readonly width: number; readonly height: number };

/** One file type: recognised by its bytes, never by a name or a declared type. */
export type ImageFormat = {
  /** The size in pixels; null for other types. */
  readonly inspect: (bytes: Buffer) => ImageInfo | null;
  /** The bytes without metadata, comments and trailing bytes; null when the file is truncated. */
  readonly strip: (bytes: Buffer) => Buffer | null;
};
