const BSON_DOUBLE = 1;
const BSON_STRING = 2;
const BSON_DOCUMENT = 3;
const BSON_ARRAY = 4;
const BSON_INT64 = 18;

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/**
 * `{cursor: {<field>: [...], id, ns}, ok: 1}` around stored documents: exact types, and nothing
 * is serialized twice.
 */
export const cursorReply = (
  field: 'firstBatch' | 'nextBatch',
  docs: readonly Uint8Array[],
  cursorId: bigint,
  namespace: string,
): Uint8Array => {
  const keys = docs.map((_, index) => Buffer.from(`${index}\0`, 'latin1'));
  const batchSize = docs.reduce((size, doc, i) => size + 1 + (keys[i]?.length ?? 0) + doc.length, 5);
  const fieldName = text(field);
  const ns = text(namespace);
  const cursorSize = 4 + 1 + fieldName.length + batchSize + 1 + 3 + 8 + 1 + 3 + 4 + ns.length + 1;
  const total = 4 + 1 + 7 + cursorSize + 1 + 3 + 8 + 1;
  const reply = Buffer.allocUnsafe(total);
  let at = reply.writeInt32LE(total, 0);

  const name = (type: number, value: Uint8Array): void => {
    at = reply.writeUInt8(type, at);
    reply.set(value, at);
    at += value.length;
  };

  name(BSON_DOCUMENT, text('cursor'));
  at = reply.writeInt32LE(cursorSize, at);
  name(BSON_ARRAY, fieldName);
  at = reply.writeInt32LE(batchSize, at);
  for (const [i, doc] of docs.entries()) {
    name(BSON_DOCUMENT, keys[i] ?? Buffer.alloc(0));
    reply.set(doc, at);
    at += doc.length;
  }
  at = reply.writeUInt8(0, at);
  name(BSON_INT64, text('id'));
  at = reply.writeBigInt64LE(cursorId, at);
  name(BSON_STRING, text('ns'));
  at = reply.writeInt32LE(ns.length, at);
  reply.set(ns, at);
  at = reply.writeUInt8(0, at + ns.length);
  name(BSON_DOUBLE, text('ok'));
  at = reply.writeDoubleLE(1, at);
  reply.writeUInt8(0, at);
  return reply;
};
