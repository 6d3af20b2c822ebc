import { LIVE_RESET, liveTypes, mediaLivePrefixes } from '@satrangi/contracts/pure';
import type { QueryKey } from '@tanstack/react-query';

const money: readonly QueryKey[] = [['payments'], ['analytics']];
const submissions: readonly QueryKey[] = [['publishing'], ['analytics', 'events']];

/** Queries that a live message makes stale. An empty key stands for every query. */
const keysByType: Readonly<Record<string, readonly QueryKey[]>> = {
  [liveTypes.orderUpdated]: money,
  [liveTypes.orderMismatched]: money,
  [liveTypes.reconciliationMismatched]: money,
  // the name of the specification for a new contribution; the services send `order-updated` with it
  'contribution-updated': money,
  [liveTypes.registration]: [['run'], ['analytics']],
  [liveTypes.runPageUpdated]: [['run']],
  [liveTypes.submissionReceived]: submissions,
  [liveTypes.submissionUpdated]: submissions,
  [liveTypes.sectionUpdated]: [
    ['cms', 'pages'],
    ['cms', 'sections'],
    ['cms', 'versions'],
    ['cms', 'deleted'],
  ],
  [liveTypes.contentDeployed]: [['cms', 'snapshots']],
  [liveTypes.newsletterProgress]: [['letters']],
  [liveTypes.kpiUpdated]: [
    ['analytics', 'kpis'],
    ['analytics', 'series'],
  ],
  [liveTypes.activityAdded]: [['analytics', 'events']],
  // also an accepted invitation, a new name among the admins; and a demotion, which may be of who is looking
  [liveTypes.adminActed]: [
    ['analytics', 'audit'],
    ['identity', 'admins'],
    ['identity', 'profile'],
  ],
  [liveTypes.usageUpdated]: [['usage']],
  [liveTypes.curatedUpdated]: [['collections']],
  [liveTypes.personUpdated]: [['creators']],
  [liveTypes.blogCreated]: [['blogs']],
  [liveTypes.blogUpdated]: [['blogs']],
  [liveTypes.blogDeleted]: [['blogs']],
  [LIVE_RESET]: [[]],
};

/** A change of a title may name somebody else. */
const media: readonly QueryKey[] = [['media'], ['creators']];
const mediaPrefixes = mediaLivePrefixes();

export const staleAfter = (type: string): readonly QueryKey[] =>
  keysByType[type] ?? (mediaPrefixes.some((prefix) => type.startsWith(prefix)) ? media : []);
