/** Which scenarios share a world. Worlds stand side by side: most of what they do is waiting. */
import type { PartEnvironments } from '@satrangi/start';
import { lateAndGone } from './scenarios/absent-parts.ts';
import { booksClose } from './scenarios/books-close.ts';
import {
  brokerAlarm,
  brokerAway,
  dyingConsumer,
  frozenPart,
  noRoute,
  poison,
} from './scenarios/broker-troubles.ts';
import { clocks, wrongClocks } from './scenarios/clocks.ts';
import { negativeControls } from './scenarios/controls.ts';
import { crashPoints } from './scenarios/crash-points.ts';
import { erasedFromDisk } from './scenarios/erased-from-disk.ts';
import { erasureUnderKills } from './scenarios/erasure.ts';
import { ordersUnderKills, thinPath } from './scenarios/orders-under-kills.ts';
import { refundsUnderKills } from './scenarios/refunds.ts';
import { doublePresses, duplicates, lockedStore, wrongAmounts } from './scenarios/repeats.ts';
import { deadService, rollingRestarts } from './scenarios/restarts.ts';
import type { Scenario } from './scenarios/scenario.ts';

export type Stage = {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** What parts of this world are told besides. */
  readonly envOf?: PartEnvironments;
};

/** The longest first, so that none is left over at the end. */
export const stages: readonly Stage[] = [
  {
    name: 'money',
    scenarios: [thinPath, ordersUnderKills, refundsUnderKills, erasureUnderKills, booksClose],
  },
  {
    name: 'lines',
    scenarios: [crashPoints.payments, duplicates, doublePresses, lockedStore, wrongAmounts, booksClose],
  },
  {
    name: 'broker',
    scenarios: [brokerAway, brokerAlarm, noRoute, poison, dyingConsumer, frozenPart, booksClose],
  },
  {
    name: 'library',
    scenarios: [crashPoints.library, crashPoints.gateway, booksClose, negativeControls],
  },
  { name: 'restarts', scenarios: [rollingRestarts, deadService, booksClose] },
  { name: 'absent', scenarios: [lateAndGone, erasedFromDisk, booksClose] },
  { name: 'clocks', scenarios: [clocks, booksClose], envOf: wrongClocks },
];
