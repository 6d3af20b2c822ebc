import type { EventDefinition } from '../event.ts';
import type { SubscriptionDefinition } from '../subscriptions.ts';

type Platform = {
  readonly services: readonly string[];
  readonly events: readonly EventDefinition[];
  readonly subscriptions: readonly SubscriptionDefinition[];
};

/** Queues that every service has, or that receive from every service: the picture would show nothing else. */
const ofEveryService = [
  /\.(end-sessions|forget-sessions|revoke-session)$/,
  /^identity\.note-.+-forgot$/,
  /^analytics-usage\.record-.+-act$/,
];
const USER_DELETED = 'identity.user-deleted.v1';
const SNAPSHOT = '.snapshot-requested.v1';

const isDrawn = ({ queue, event: { type } }: SubscriptionDefinition): boolean =>
  type !== USER_DELETED && !type.endsWith(SNAPSHOT) && !ofEveryService.some((queues) => queues.test(queue));

/** `catalog.media-changed.v1` is published by catalog and drawn as `media-changed`. */
const partsOf = ({ type }: EventDefinition): readonly [publisher: string, name: string] => {
  const [publisher = '', name = ''] = type.split('.');
  return [publisher, name];
};

const arrows = (drawn: readonly SubscriptionDefinition[]): string[] => {
  const byPair = Map.groupBy(drawn, ({ service, event }) => `${partsOf(event)[0]} ${service}`);
  return [...byPair]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([pair, subscriptions]) => {
      const [from, to] = pair.split(' ');
      const names = [...new Set(subscriptions.map(({ event }) => partsOf(event)[1]))].sort();
      return `  ${from} -- "${names.join('<br>')}" --> ${to}`;
    });
};

const rowOf = (event: EventDefinition, subscriptions: readonly SubscriptionDefinition[]): string => {
  const queues = subscriptions
    .filter((subscription) => subscription.event.type === event.type)
    .map(({ queue }) => `\`${queue}\``)
    .sort();
  return `| \`${event.type}\` | ${event.summary.replaceAll('|', '\\|')} | ${queues.join(', ') || 'none'} |`;
};

/**
 * The whole platform as one page of Markdown: a Mermaid picture of the services with the events between them, and a table of
 * every event with its queues.
 */
export const platformPage = ({ services, events, subscriptions }: Platform): string =>
  [
    '# The platform',
    '',
    'Printed by `npm run docs` from the contracts; `npm run check` compares it. Requests of browsers go through the gateway. An arrow between',
    'services is an event, from the service that publishes it to a service that consumes it over a queue of its own.',
    '',
    '```mermaid',
    'flowchart LR',
    '  browser([browser]) --> gateway',
    `  gateway --> ${services.join(' & ')}`,
    ...arrows(subscriptions.filter(isDrawn)),
    '```',
    '',
    'Not drawn, because every service takes part:',
    '',
    '- sessions end with `identity.session-revoked`, a new role or password (`identity.user-updated`), and a deleted account;',
    '- `identity.user-deleted` erases what a service knows of a person, which it confirms with `<service>.user-forgotten`;',
    '- `<service>.admin-acted` tells analytics-usage of each change by an admin;',
    '- `<service>.snapshot-requested` asks a service to publish everything again, for a new read model.',
    '',
    '## Events',
    '',
    '| Event | What happened | Queues |',
    '| ----- | ------------- | ------ |',
    ...events
      .toSorted((one, other) => one.type.localeCompare(other.type))
      .map((event) => rowOf(event, subscriptions)),
    '',
  ].join('\n');
