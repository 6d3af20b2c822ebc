import { z } from 'zod';
import { defineApi } from './endpoint.ts';

/**
 * One movement of money on a page. `id` is the SHA-256, in hex, of `<salt>:<receipt number>`; a proof reveals the salt. The
 * leaf's hash is the SHA-256 of `leaf:<id>:<minor>:<state>`, that of a node of `node:<left>:<right>` (in hex); a last node
 * without a neighbour moves up unchanged. The root of a day without leaves is the SHA-256 of `empty`.
 */
export const LedgerLeaf = z.object({
  id: z.string(),
  minor: z.int().describe('paise; negative when returned'),
  state: z.enum(['paid', 'returned']),
});
export type LedgerLeaf = z.infer<typeof LedgerLeaf>;

const Day = z.object({ day: z.iso.date(), root: z.string(), leaves: z.int(), minor: z.int() });
const cached = {
  access: 'public',
  rate: 'cheap',
  invalidatedBy: ['run-page-updated', 'run-updated'],
} as const;

/** Everybody can check the raised sum and their own gift (checklist BEY-02). */
export const runLedgerApi = defineApi({
  getLedger: {
    ...cached,
    method: 'GET',
    path: '/virtual-run/ledger',
    summary:
      'A Merkle root over the gifts and refunds of each day in Asia/Kolkata; the sums of all days are the public total (checklist BEY-02)',
    response: z.object({ totalMinor: z.int(), days: z.array(Day) }),
  },
  getLedgerDay: {
    ...cached,
    method: 'GET',
    path: '/virtual-run/ledger/days/:day',
    summary: 'The leaves of one day, in the order of the tree; no receipt number can be read from them',
    params: z.object({ day: z.iso.date() }),
    response: Day.extend({ items: z.array(LedgerLeaf) }),
  },
  getLedgerProof: {
    method: 'GET',
    path: '/virtual-run/ledger/proof',
    access: 'public',
    summary: 'For each leaf of a receipt number its salt and the path to the root of its day',
    query: z.object({ receipt: z.string().trim().toUpperCase().max(40) }),
    response: z.object({
      entries: z.array(
        z.object({
          day: z.iso.date(),
          root: z.string(),
          leaf: LedgerLeaf,
          salt: z.string(),
          path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
        }),
      ),
    }),
    problems: ['not-found'],
  },
});
