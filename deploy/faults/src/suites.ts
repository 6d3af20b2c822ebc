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
import { clockJump } from './scenarios/clock-jump.ts';
import { clockSkew, skewedClocks } from './scenarios/clock-skew.ts';
import { cmsControls } from './scenarios/cms/cms-controls.ts';
import { deploys } from './scenarios/cms/deploys.ts';
import { imports } from './scenarios/cms/document-links.ts';
import { editConflicts } from './scenarios/cms/edit-conflicts.ts';
import { leaving } from './scenarios/cms/leaving.ts';
import { letters, lettersInDoubt } from './scenarios/cms/letters.ts';
import { reports } from './scenarios/cms/mail-reports.ts';
import { pageHeads } from './scenarios/cms/page-heads.ts';
import { withoutCms } from './scenarios/cms/pages-without-cms.ts';
import { histories } from './scenarios/cms/section-histories.ts';
import { subscribing } from './scenarios/cms/subscribe-answers.ts';
import { crashPoints } from './scenarios/crash-points.ts';
import { dependencyOutages } from './scenarios/dependency-outages.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { doubleSubmits, duplicates } from './scenarios/duplicate-requests.ts';
import { erasureOnDisk } from './scenarios/erasure-on-disk.ts';
import { erasureUnderKills } from './scenarios/erasure-under-kills.ts';
import { gatewayCrashPoints } from './scenarios/gateway-crash-points.ts';
import { giftsUnderKills } from './scenarios/gifts-under-kills.ts';
import { negativeControls } from './scenarios/negative-controls.ts';
import { noFaults, ordersUnderKills } from './scenarios/orders-under-kills.ts';
import { frozenStore, wrongAmounts } from './scenarios/payment-faults.ts';
import { manuscriptReaders } from './scenarios/publishing/file-access.ts';
import { publishingControls } from './scenarios/publishing/publishing-controls.ts';
import { submissionStates } from './scenarios/publishing/states.ts';
import { submissionsUnderKills } from './scenarios/publishing/submissions.ts';
import { uploadMemory } from './scenarios/publishing/upload-memory.ts';
import { manuscriptUploads } from './scenarios/publishing/uploads.ts';
import { reconciliation } from './scenarios/reconciliation.ts';
import { refundsUnderKills } from './scenarios/refunds-under-kills.ts';
import { replicaLag } from './scenarios/replicas/replica-lag.ts';
import { replicatedKills } from './scenarios/replicas/replicated-kills.ts';
import { rollingUpdate } from './scenarios/replicas/rolling-update.ts';
import { runControls } from './scenarios/run/run-controls.ts';
import { runFees } from './scenarios/run/run-fees.ts';
import { runGifts } from './scenarios/run/run-gifts.ts';
import { runLive } from './scenarios/run/run-live.ts';
import { runPrivacy } from './scenarios/run/run-privacy.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { deadService, rollingRestarts } from './scenarios/service-restarts.ts';
import { storeOnFile } from './scenarios/store-on-file.ts';
import { chatCounts, chatErasure, chatInTime } from './scenarios/usage/chat-faults.ts';
import { countedFacts } from './scenarios/usage/facts-under-kills.ts';
import { liveCards } from './scenarios/usage/live-cards.ts';
import { personalWords, REPORTS_PER_DAY, reportFlood } from './scenarios/usage/site-reports.ts';
import { chatControls, numbersControls } from './scenarios/usage/usage-controls.ts';

const REPORT_SECRET = 'signs-the-mail-reports-of-the-fault-runs';

export type Suite = {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** Default true. */
  readonly sellsBooks?: boolean;
  /** Additional environment of single processes. */
  readonly envOf?: PartEnvironments;
};

const UNLIMITED = '1000000';
/** Signed mail reports, and limits that one client address does not reach. */
const cmsEnvironment: PartEnvironments = {
  cms: { REPORT_SECRET, NEWSLETTER_ASKS_PER_ADDRESS: UNLIMITED },
  sandbox: { REPORT_SECRET },
};

const publishingEnvironment: PartEnvironments = {
  publishing: { UPLOADS_PER_HOUR: UNLIMITED, UPLOADS_AT_ONCE: '1000', SUBMISSIONS_PER_HOUR: UNLIMITED },
};

/** Visitors of many addresses, and one client of the chat. */
const usageEnvironment: PartEnvironments = {
  gateway: { TRUST_PROXY: '1' },
  'analytics-usage': { SITE_EVENTS_PER_DAY: String(REPORTS_PER_DAY) },
  concierge: { CHAT_PER_MINUTE: UNLIMITED },
};

/** As in compose: a publisher that declared the queues of others would bind them again when a message has no route. */
const ownTopology: PartEnvironments = { payments: { AMQP_DECLARE: 'own' } };

/** The longest suite first, so that parallel runs end together. */
export const suites: readonly Suite[] = [
  {
    name: 'cms',
    scenarios: [
      ...[editConflicts, histories, imports, deploys, withoutCms, pageHeads, cmsControls],
      ...[runFees, runGifts, runLive, runPrivacy, runControls],
      ...[
        manuscriptUploads,
        uploadMemory,
        submissionsUnderKills,
        manuscriptReaders,
        submissionStates,
        publishingControls,
      ],
    ],
    sellsBooks: false,
    envOf: {
      ...cmsEnvironment,
      ...publishingEnvironment,
      'virtual-run': { RUN_WRITES_PER_ADDRESS: UNLIMITED },
      // a busy machine must not turn the page of an unknown address into one that has not found its item yet
      gateway: { STREAMS_PER_ADDRESS: UNLIMITED, PAGE_HEAD_MS: '20000' },
    },
  },
  { name: 'outages', scenarios: [dependencyOutages, erasureOnDisk, reconciliation] },
  {
    name: 'orders',
    scenarios: [
      noFaults,
      ordersUnderKills,
      refundsUnderKills,
      giftsUnderKills,
      erasureUnderKills,
      reconciliation,
    ],
  },
  { name: 'replicated', scenarios: [replicatedKills, rollingUpdate, reconciliation] },
  { name: 'clock-jump', scenarios: [storeOnFile, diskFull, clockJump, reconciliation] },
  {
    name: 'letters',
    scenarios: [letters, lettersInDoubt, leaving, reports, subscribing],
    sellsBooks: false,
    envOf: cmsEnvironment,
  },
  {
    name: 'usage',
    scenarios: [
      liveCards,
      countedFacts,
      personalWords,
      reportFlood,
      chatInTime,
      chatErasure,
      chatCounts,
      chatControls,
      numbersControls,
    ],
    envOf: usageEnvironment,
  },
  { name: 'restarts', scenarios: [rollingRestarts, deadService, reconciliation] },
  {
    name: 'library',
    scenarios: [crashPoints.library, gatewayCrashPoints, reconciliation, negativeControls],
  },
  {
    name: 'crash-points',
    scenarios: [crashPoints.payments, duplicates, doubleSubmits, frozenStore, wrongAmounts, reconciliation],
  },
  { name: 'clock-skew', scenarios: [clockSkew, reconciliation], envOf: skewedClocks },
  { name: 'replicas', scenarios: [replicaLag], sellsBooks: false },
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
    envOf: ownTopology,
  },
];
