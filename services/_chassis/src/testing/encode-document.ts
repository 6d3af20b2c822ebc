import { mongo } from 'mongoose';

/** The bytes of a document as the driver sends it, without undefined fields. */
export const encodeDocument = (document: object): Uint8Array =>
  mongo.BSON.serialize(document, { ignoreUndefined: true });
