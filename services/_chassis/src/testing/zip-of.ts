import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive of a test. */
export type ZipEntrySpec = {
  readonly name: string;
  readonly content?: Buffer | string;
  /** Declared bytes, when they differ from the real ones. */
  readonly declared?: number;
  readonly mode?: number;
  readonly isEncrypted?: boolean;
  readonly isStored?: boolean;
};

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** An archive with these entries, without checks: names and sizes may lie. */
export const zipOf = (entries: readonly ZipEntrySpec[]): Buffer => {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content = '',
    declared,
    mode = 0o100644,
    isEncrypted = false,
    isStored = false,
  } of entries) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.concat([
      u16(20),
      u16(isEncrypted ? 1 : 0),
      u16(isStored ? 0 : 8),
      u32(0),
      u32(crc32(bytes)),
      u32(packed.length),
      u32(declared ?? bytes.length),
      u16(nameBytes.length),
      u16(0),
    ]);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, nameBytes, packed]);
    central.push(
      Buffer.concat([
        Buffer.from('504b0102', 'hex'),
        u16(0x0314),
        common,
        u16(0),
        u16(0),
        u16(0),
        u32(mode * 65_536),
        u32(offset),
        nameBytes,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = [
    u16(0),
    u16(0),
    u16(entries.length),
    u16(entries.length),
    u32(directory.length),
    u32(offset),
    u16(0),
  ];
  return Buffer.concat([...locals, directory, Buffer.from('504b0506', 'hex'), ...end]);
};
