import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  ALL_CHANGES,
  CHANGE_NAMED_MS,
  CHANGES_MAX,
  changeOf,
  changesIn,
  changesUntil,
  itemVersionOf,
  READ_AFTER_HEADER,
  type ServiceName,
} from '@satrangi/contracts';
import type { RouteTable } from '../routing/route-table.ts';

/** A read of a service. `itemId`: the item that the path names; null for lists. */
export type ReadTarget = { readonly service: ServiceName; readonly itemId: string | null };

type Version = { readonly version: number; readonly until: number };

/** Limits of memory; beyond them reads name all changes that were noted. */
const KNOWN_MAX = 10_000;
const VERSIONS_MAX = 1_000;

export type RecentChanges = {
  /** Notes the changes of a write that a service answered. */
  readonly noteWritten: (service: ServiceName, changes: readonly string[]) => void;
  /** Notes the change of a live message, for every service whose responses it invalidates. */
  readonly notePublished: (type: string, change: string | undefined) => void;
  /** After lost messages: for a minute each read names everything that is stored since then. */
  readonly requireAll: () => void;
  /** The changes in a client's request that this gateway has not seen: no cached response is known to contain them. */
  readonly unseenIn: (request: IncomingMessage) => string[];
  /** The header of a read: what its answer must contain. @param more changes that the client names */
  readonly readAfter: (target: ReadTarget, more: readonly string[]) => string | undefined;
};

const dropExpired = (entries: Map<string, { readonly until: number }>, now: number): void => {
  for (const [key, { until }] of entries) {
    if (until > now) return;
    entries.delete(key);
  }
};

/** The highest version of each item that changed in the last minute, by service. */
const createItemVersions = (now: () => number) => {
  /** The latest last. */
  const versions = new Map<ServiceName, Map<string, Version>>();
  /** Until then a change may be missing. */
  let droppedUntil = 0;

  return {
    note: (service: ServiceName, change: string, until: number): void => {
      const item = itemVersionOf(change);
      if (!item) return;
      const ofService = versions.get(service) ?? new Map<string, Version>();
      versions.set(service, ofService);
      const version = Math.max(item.version, ofService.get(item.id)?.version ?? 0);
      ofService.delete(item.id);
      ofService.set(item.id, { version, until });
      dropExpired(ofService, now());
      const [oldest] = ofService;
      if (ofService.size <= VERSIONS_MAX || !oldest) return;
      ofService.delete(oldest[0]);
      droppedUntil = Math.max(droppedUntil, oldest[1].until);
    },
    /** The changes that concern a read; null when there are too many. */
    namesFor: ({ service, itemId }: ReadTarget): string[] | null => {
      if (now() < droppedUntil) return null;
      const ofService = versions.get(service);
      if (!ofService) return [];
      dropExpired(ofService, now());
      if (itemId === null && ofService.size > CHANGES_MAX) return null;
      if (itemId === null) return [...ofService].map(([id, { version }]) => changeOf(id, version));
      const own = ofService.get(itemId);
      return own ? [changeOf(itemId, own.version)] : [];
    },
  };
};

/**
 * The changes of the last minute. A replica that has not read a changed item again would answer with the older one, which the
 * gateway would cache: so each read names the changes that its answer must contain (decision 0100).
 * @param isComplete false while live messages are unavailable
 */
export const createRecentChanges = ({
  routes,
  now,
  isComplete,
}: {
  readonly routes: RouteTable;
  readonly now: () => number;
  readonly isComplete: () => boolean;
}): RecentChanges => {
  const cached = routes.all.filter(({ endpoint }) => endpoint.invalidatedBy);
  const servicesOf = (type: string): ServiceName[] => [
    ...new Set(
      cached
        .filter(({ endpoint }) => endpoint.invalidatedBy?.some((prefix) => type.startsWith(prefix)))
        .map(({ service }) => service),
    ),
  ];
  /** Every change, oldest first. */
  const known = new Map<string, { readonly until: number }>();
  const gateway = randomUUID();
  /** Changes since the start, by service. */
  const noted = new Map<ServiceName, number>();
  const versions = createItemVersions(now);
  /** How often everything was required: what a replica has reached before is not enough any more. */
  let required = 0;
  /** Until then there may be changes that were not noted. They were stored before live messages came, or came again. */
  let allUntil = now() + CHANGE_NAMED_MS;

  const note = (services: readonly ServiceName[], change: string): void => {
    const until = now() + CHANGE_NAMED_MS;
    known.delete(change);
    known.set(change, { until });
    dropExpired(known, now());
    if (known.size > KNOWN_MAX) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    for (const service of services) {
      noted.set(service, (noted.get(service) ?? 0) + 1);
      versions.note(service, change, until);
    }
  };

  return {
    noteWritten: (service, changes) => {
      for (const change of changes) note([service], change);
    },
    notePublished: (type, change) => {
      if (change !== undefined) note(servicesOf(type), change);
    },
    requireAll: () => {
      required += 1;
      allUntil = now() + CHANGE_NAMED_MS;
    },
    unseenIn: ({ headers }) =>
      headers[READ_AFTER_HEADER] === undefined
        ? []
        : changesIn(headers[READ_AFTER_HEADER]).filter((change) => !known.has(change)),
    readAfter: (target, more) => {
      if (!isComplete()) return ALL_CHANGES;
      const noticed = now() < allUntil ? null : versions.namesFor(target);
      if (noticed === null && more.length === 0)
        return changesUntil({ gateway, noted: required + (noted.get(target.service) ?? 0) });
      const names = [...new Set([...(noticed ?? []), ...more])];
      if (noticed === null || names.length > CHANGES_MAX) return ALL_CHANGES;
      return names.length > 0 ? names.join(',') : undefined;
    },
  };
};
