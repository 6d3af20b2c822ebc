const chunk = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content, Buffer.alloc(4)]);
};

/** A PNG of a size in pixels. @param weight the size of the image data in bytes */
export const pngOf = (width: number, height: number, weight = 0): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', Buffer.alloc(weight)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
};

/** A JPEG of a size in pixels: the segments up to the frame header, and an end. */
export const jpgOf = (width: number, height: number): Uint8Array<ArrayBuffer> => {
  const app = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const frame = Buffer.alloc(19);
  frame.set([0xff, 0xc0, 0, 17, 8]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return new Uint8Array(
    Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame, Buffer.from([0xff, 0xd9, 0, 0, 0, 0])]),
  );
};

const decoded = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

/** A lossy WebP of 16 x 8 with EXIF (rotated, with a position) and XMP; both hold the word canary. */
export const webpWithMetadata = (): Uint8Array<ArrayBuffer> =>
  decoded(
    [
      'UklGRtQAAABXRUJQVlA4WAoAAAAMAAAADwAABwAAVlA4IDYAAAAwAgCdASoQAAgAA4BaJagCdGuA/gAFue1vMAD+6Q8cZTb+',
      'mRh8KDv//IM/VS/3Zp+37wQAAABFWElGNgAAAElJKgAIAAAAAgASAQMAAQAAAAYAAAAliAQAAQAAABoAAABHUFMtY2FuYXJ5',
      'IDE4LjUyMDQgTlhNUCA6AAAAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+WE1QLWNhbmFyeTwveDp4bXBt',
      'ZXRhPg==',
    ].join(''),
  );

/** A WebP animation of 16 x 8 with a lossy and a lossless frame, and EXIF that holds the word canary. */
export const animatedWebp = (): Uint8Array<ArrayBuffer> =>
  decoded(
    [
      'UklGRhQBAABXRUJQVlA4WAoAAAAKAAAADwAABwAAQU5JTQYAAAD/////AABBTk1GTgAAAAAAAAAAAA8AAAcAAGQAAABWUDgg',
      'NgAAADACAJ0BKhAACAADgFolqAJ0a4D+AAW57W8wAP7pDxxlNv6ZGHwoO//8gz9VL/dmn7fvBAAAAEFOTUZUAAAAAAAAAAAA',
      'DwAABwAAZAAAAFZQOEw7AAAALw/AAQA/ABCE/20TAoEUDtMCgcSf8Vyef4JJmmo7RgfnA0xDspJCCimkkEIKKeT/sQ4R/c/n',
      'WIamSAIARVhJRjYAAABJSSoACAAAAAIAEgEDAAEAAAAGAAAAJYgEAAEAAAAaAAAAR1BTLWNhbmFyeSAxOC41MjA0IE4=',
    ].join(''),
  );

/** A lossless WebP of 16 x 8 without metadata. */
export const losslessWebp = (): Uint8Array<ArrayBuffer> =>
  decoded(
    [
      'UklGRkgAAABXRUJQVlA4TDsAAAAvD8ABAD8AEIT/bRMCgRQO0wKBxJ/xXJ5/gkmaajtGB+cDTEOykkIKKaSQQgop5P+xDhH9',
      'z+dYhqZIAgA=',
    ].join(''),
  );

/** A GIF animation of 6 x 4 that repeats, with a comment in each frame that holds the word canary. */
export const gifWithComments = (): Uint8Array<ArrayBuffer> =>
  decoded(
    [
      'R0lGODlhBgAEAPAAAP8AAAAAACH5BAAKAAAAIf4KQ09NLWNhbmFyeQAh/wtORVRTQ0FQRTIuMAMBAAAALAAAAAAGAAQAAAIE',
      'hI+pVwAh+QQACgAAACH+CkNPTS1jYW5hcnkALAAAAAAGAAQAgAAA/wAAAAIEhI+pVwA7',
    ].join(''),
  );
