import type { Fixture, PartName } from '../fixture.ts';
import { deliverOften } from './duplicate-requests.ts';
import { checkOrders, createOrdersWhileKilling, type Kill } from './orders-under-kills.ts';
import type { Scenario } from './scenario.ts';

/** No document stays in memory after its change is stored, and the store is large at each start. */
const RESIDENT_BYTES = 0;
const ORDERS = 40;
const KILLS = 6;
/** Most kills are the store; `random kills` has the others. */
const targets: readonly PartName[] = ['mongo', 'library', 'mongo', 'mongo', 'gateway', 'mongo'];

const killsOf = (fixture: Fixture, count: number): Kill[] =>
  Array.from({ length: count }, (_, n): Kill => {
    const target = targets[n % targets.length] ?? 'mongo';
    return { target, kill: () => fixture.crash(target) };
  });

const restartStore = async (fixture: Fixture, residentBytes: number | undefined): Promise<void> => {
  await fixture.crash('mongo', { RESIDENT_BYTES: residentBytes?.toString() });
  await fixture.ready();
};

/** What the store has on its file and in memory since its last start. */
const storeUse = async ({ mongo }: Fixture): Promise<{ isOnFile: boolean; detail: string }> => {
  const { storageEngine } = await mongo.db('admin').admin().serverStatus();
  const { storedBytes, maxResidentBytes, residentBytes, documentsRead } = storageEngine;
  const isOnFile =
    maxResidentBytes === RESIDENT_BYTES && storedBytes > RESIDENT_BYTES && documentsRead > ORDERS;
  return {
    isOnFile,
    detail: `${storedBytes} bytes stored, ${residentBytes} of ${maxResidentBytes} in memory, ${documentsRead} documents read from the file`,
  };
};

/** P1 for a store that has its documents on file (decision 0168), loads them while it answers, and is killed most often. */
export const storeOnFile: Scenario = {
  name: 'store on file',
  run: async (fixture, report, { mongoUrl, scale }) => {
    if (mongoUrl !== null)
      return report.skip('store on file: every paid order is granted exactly once', 'MongoDB is shared');
    await restartStore(fixture, RESIDENT_BYTES);
    const run = await createOrdersWhileKilling(
      fixture,
      { orders: ORDERS * scale, kills: killsOf(fixture, KILLS * scale) },
      report.note,
    );
    await fixture.ready();
    await checkOrders('store on file', fixture, report, run);
    await deliverOften(fixture, report, 'store on file', 5);
    const { isOnFile, detail } = await storeUse(fixture);
    report.check('store on file: the documents were read from the file', isOnFile, detail);
    await restartStore(fixture, undefined);
  },
};
