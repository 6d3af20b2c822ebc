import { type Handlers, Refusal } from '@satrangi/chassis';
import type { runLedgerApi } from '@satrangi/contracts';
import type { GiftsStore } from '../gifts/gifts.store.ts';
import { entriesOf, type LedgerDay, ledgerOf } from './ledger.rules.ts';
import { merklePath, merkleRoot } from './merkle.rules.ts';

const shown = ({ day, root, minor, entries }: LedgerDay) => ({ day, root, minor, leaves: entries.length });

type Deps = {
  readonly gifts: GiftsStore;
  readonly secret: string;
};

/** The public ledger of gifts (checklist BEY-02). */
export const ledgerRoutes = ({ gifts, secret }: Deps): Handlers<typeof runLedgerApi> => {
  const read = async (): Promise<LedgerDay[]> => ledgerOf(await gifts.allOnPages(), secret);
  return {
    getLedger: async () => {
      const days = await read();
      return { totalMinor: days.reduce((sum, { minor }) => sum + minor, 0), days: days.map(shown) };
    },
    getLedgerDay: async ({ params: { day } }) => {
      const found = (await read()).find((one) => one.day === day);
      if (!found) return { day, root: merkleRoot([]), leaves: 0, minor: 0, items: [] };
      return { ...shown(found), items: found.entries.map(({ leaf }) => leaf) };
    },
    getLedgerProof: async ({ query: { receipt } }) => {
      const gift = await gifts.byReceipt(receipt);
      if (!gift) throw new Refusal('not-found', 'That receipt is not in the ledger');
      const days = await read();
      const entries = entriesOf(gift, secret).flatMap(({ day, leaf, salt }) => {
        const found = days.find((one) => one.day === day);
        const index = found?.entries.findIndex((entry) => entry.leaf.id === leaf.id) ?? -1;
        if (!found || index < 0) return [];
        const leaves = found.entries.map((entry) => entry.leaf);
        return [{ day, root: found.root, leaf, salt, path: merklePath(leaves, index) }];
      });
      return { entries };
    },
  };
};
