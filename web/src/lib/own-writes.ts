import { noteWrites, type OwnWrites, readOwnWrites } from '@satrangi/contracts/pure';

/** The writes of this page. */
const written: OwnWrites = { changes: [], until: 0 };

/** A `fetch` whose reads name the writes of this page (decision 0100), and the one that `response` answered. */
export const fetchAfter = (response: Response, send: typeof fetch): typeof fetch => {
  noteWrites(written, response, Date.now());
  return readOwnWrites(send, written);
};
