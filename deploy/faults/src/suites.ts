/** Scenarios grouped by the fixture they share. Suites run in parallel because they mostly wait. */
import type { PartEnvironments } from '@satrangi/start';
import {
  brokerAlarm,
  brokerDown,
  crashingConsumer,
  frozenService,
  noRoute,
  poisonMessages,
} from './scenarios/broker-faults.ts';
import { clockSkew, skewedClocks } from './scenarios/clock-skew.ts';
import { crashPoints } from './scenarios/crash-points.ts';
import { dependencyOutages } from './scenarios/dependency-outages.ts';
import { doubleSubmits, duplicates } from './scenarios/duplicate-requests.ts';
import { erasureOnDisk } from './scenarios/erasure-on-disk.ts';
import { erasureUnderKills } from './scenarios/erasure-under-kills.ts';
import { gatewayCrashPoints } from './scenarios/gateway-crash-points.ts';
import { negativeControls } from './scenarios/negative-controls.ts';
import { noFaults, ordersUnderKills } from './scenarios/orders-under-kills.ts';
import { frozenStore, wrongAmounts } from './scenarios/payment-faults.ts';
import { reconciliation } from './scenarios/reconciliation.ts';
import { refundsUnderKills } from './scenarios/refunds-under-kills.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { deadService, rollingRestarts } from './scenarios/service-restarts.ts';

export type Suite = {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** Additional environment of single processes. */
  readonly envOf?: PartEnvironments;
};

/** The longest suite first, so that parallel runs end together. */
export const suites: readonly Suite[] = [
  {
    name: 'orders',
    scenarios: [noFaults, ordersUnderKills, refundsUnderKills, erasureUnderKills, reconciliation],
  },
  {
    name: 'crash-points',
    scenarios: [crashPoints.payments, duplicates, doubleSubmits, frozenStore, wrongAmounts, reconciliation],
  },
  {
    name: 'broker',
    scenarios: [
      brokerDown,
      brokerAlarm,
      noRoute,
      poisonMessages,
      crashingConsumer,
      frozenService,
      reconciliation,
    ],
  },
  {
    name: 'library',
    scenarios: [crashPoints.library, gatewayCrashPoints, reconciliation, negativeControls],
  },
  { name: 'restarts', scenarios: [rollingRestarts, deadService, reconciliation] },
  { name: 'outages', scenarios: [dependencyOutages, erasureOnDisk, reconciliation] },
  { name: 'clock-skew', scenarios: [clockSkew, reconciliation], envOf: skewedClocks },
];
