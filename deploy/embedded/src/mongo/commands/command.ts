import type { Doc } from '../documents.ts';
import type { Engine } from '../engine.ts';
import { failedToParse, MongoError, typeMismatch } from '../errors.ts';
import { isDocument, kindOf, numberOf } from '../values.ts';
import type { Request } from '../wire.ts';
import type { Cursors } from './cursors.ts';

export type Server = {
  readonly engine: Engine;
  readonly cursors: Cursors;
  readonly settings: ServerSettings;
};

export type ServerSettings = {
  /** The reported MongoDB version. */
  readonly version: string;
};

/** The response of a command: a document, or its bytes. */
export type Reply = Doc | Uint8Array;

export type Call = {
  readonly request: Request;
  readonly command: Doc;
  readonly db: string;
  readonly connection: number;
};

export type Command = (server: Server, call: Call) => Reply;

export type Commands = { readonly [name: string]: Command };

/** The collection in the value of the command's own field. */
export const collectionName = ({ command }: Call, field: string): string => {
  const name = command[field];
  if (typeof name !== 'string') throw new MongoError(73, `collection name has invalid type ${kindOf(name)}`);
  return name;
};

export const optionalDocument = (value: unknown, name: string): Doc | undefined => {
  if (value === undefined || value === null) return undefined;
  if (isDocument(value)) return value;
  throw typeMismatch(`BSON field '${name}' is the wrong type '${kindOf(value)}', expected type 'object'`);
};

/** A non-negative integer, or the default when the field is absent. */
export const count = (command: Doc, name: string): number | undefined => {
  const value = command[name];
  if (value === undefined || value === null) return undefined;
  if (kindOf(value) !== 'number')
    throw typeMismatch(
      `BSON field '${name}' is the wrong type '${kindOf(value)}', expected types '[long, int, decimal, double']`,
    );
  const number = numberOf(value);
  if (number < 0)
    throw new MongoError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return Math.trunc(number);
};

export const maxTime = (command: Doc): number | undefined => count(command, 'maxTimeMS');

/** The documents of a command, as bytes. */
export const rawList = ({ request }: Call, name: string): readonly Uint8Array[] => {
  const section = request.sections[name];
  if (!section) throw failedToParse(`BSON field '${name}' is missing but a required field`);
  return section;
};
