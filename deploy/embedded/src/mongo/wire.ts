import { type Doc, nameOf, readValue, setField } from './documents.ts';
import { ARRAY, DOCUMENT, endOfValue, FIRST_ELEMENT, lastOf, valueStart } from './elements.ts';
import { badValue, MongoError } from './errors.ts';

/** One request of a driver. Source: the MongoDB wire protocol, OP_MSG (2013) and the first OP_QUERY (2004). */
export type Request = {
  readonly id: number;
  /** The command without its document lists. `update` and `arrayFilters` keep their number types, because they are stored. */
  readonly command: Doc;
  /** The bytes of the command, for other fields with relevant number types. */
  readonly body: Uint8Array;
  /** The lists `documents`, `updates` and `deletes`, sent beside the command or inside it. */
  readonly sections: { readonly [name: string]: readonly Uint8Array[] };
  readonly isLegacy: boolean;
  /** False for writes with w: 0, which get no response. */
  readonly wantsReply: boolean;
};

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

export const HEADER_BYTES = 16;

/** The maximum message size: a client must not be able to make the server buffer gigabytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const endOfText = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf(0, from);
  if (end < 0) throw badValue('text without an end in the message');
  return end;
};

type Sections = { [name: string]: readonly Uint8Array[] };

const LISTS: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes']);

/** The documents of an array, as bytes. */
const documentsOf = (bytes: Buffer, from: number): Uint8Array[] => {
  const documents: Uint8Array[] = [];
  const last = lastOf(bytes, from);
  for (let element = from + FIRST_ELEMENT; element < last; ) {
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, bytes[element] ?? 0, at, last);
    if (bytes[element] === DOCUMENT) documents.push(bytes.subarray(at, to));
    element = to;
  }
  return documents;
};

const isStored = (name: string, type: number | undefined): boolean =>
  name === 'arrayFilters' || (name === 'update' && type === DOCUMENT);

/** Reads a command once: stored or later read parts stay bytes. The session is ignored. */
const readCommand = (bytes: Buffer, command: Doc, sections: Sections): void => {
  const last = lastOf(bytes, 0);
  for (let element = FIRST_ELEMENT; element < last; ) {
    const type = bytes[element];
    const at = valueStart(bytes, element);
    const to = endOfValue(bytes, type ?? 0, at, last);
    const name = nameOf(bytes, element, at);
    if (type === ARRAY && LISTS.has(name)) sections[name] = documentsOf(bytes, at);
    else if (name !== 'lsid')
      setField(command, name, readValue(bytes, element, at, to, isStored(name, type)));
    element = to;
  }
};

const parseQuery = (message: Buffer): Request => {
  const end = endOfText(message, 20);
  const [db = 'admin'] = message.toString('utf8', 20, end).split('.');
  const command: Doc = {};
  const body = message.subarray(end + 9);
  readCommand(body, command, {});
  command.$db ??= db;
  return {
    id: message.readInt32LE(4),
    command,
    body,
    sections: {},
    isLegacy: true,
    wantsReply: true,
  };
};

const documentsIn = (bytes: Buffer): Uint8Array[] => {
  const documents: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32LE(at);
    if (length < 5 || at + length > bytes.length) throw badValue('a document reaches over its section');
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  return documents;
};

const parseMessage = (message: Buffer): Request => {
  const flags = message.readUInt32LE(16);
  const end = flags & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  const sections: Sections = {};
  const command: Doc = {};
  let body: Buffer | undefined;
  for (let at = 20; at < end; ) {
    const kind = message[at];
    const length = message.readInt32LE(at + 1);
    const stop = at + 1 + length;
    if (length < 5 || stop > end) throw badValue('a section reaches over its message');
    if (kind === 0) body = message.subarray(at + 1, stop);
    else {
      const nameEnd = endOfText(message, at + 5);
      sections[message.toString('utf8', at + 5, nameEnd)] = documentsIn(message.subarray(nameEnd + 1, stop));
    }
    at = stop;
  }
  if (!body) throw badValue('a message without a command');
  readCommand(body, command, sections);
  return {
    id: message.readInt32LE(4),
    command,
    body,
    sections,
    isLegacy: false,
    wantsReply: (flags & MORE_TO_COME) === 0,
  };
};

export const parseRequest = (message: Buffer): Request => {
  const operation = message.readInt32LE(12);
  if (operation === OP_MSG) return parseMessage(message);
  if (operation === OP_QUERY) return parseQuery(message);
  throw new MongoError(352, `Unsupported OP code ${operation}`);
};

let lastReplyId = 0;

/** OP_MSG: flags and the kind of the only section. OP_REPLY: await-capable, one document. */
const MESSAGE_PREFIX = Buffer.alloc(5);
const REPLY_PREFIX = Buffer.alloc(20);
REPLY_PREFIX.writeInt32LE(8, 0);
REPLY_PREFIX.writeInt32LE(1, 16);

export const frameReply = (requestId: number, isLegacy: boolean, body: Uint8Array): Buffer => {
  const prefix = isLegacy ? REPLY_PREFIX : MESSAGE_PREFIX;
  const message = Buffer.allocUnsafe(HEADER_BYTES + prefix.length + body.length);
  lastReplyId = (lastReplyId + 1) | 0;
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(lastReplyId, 4);
  message.writeInt32LE(requestId, 8);
  message.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  prefix.copy(message, HEADER_BYTES);
  message.set(body, HEADER_BYTES + prefix.length);
  return message;
};
