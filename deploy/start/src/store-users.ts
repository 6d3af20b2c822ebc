import { RETRY_DELAYS_MS, topologyOf } from '@satrangi/chassis';
import {
  allEvents,
  databaseName,
  envName,
  type ServiceName,
  serviceNames,
  subscriptions,
} from '@satrangi/contracts';

/**
 * One user for each service at MongoDB, RabbitMQ and Redis, derived from the contracts. `npm run docs` generates the
 * files that compose mounts; `@NAME_PASSWORD@` in them is replaced when a container starts.
 */
const EXCHANGE = 'satrangi.events';
const exactly = (names: readonly string[]): string =>
  `^(${[...new Set(names)]
    .toSorted()
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})$`;
const passwordOf = (name: string): string => `@${envName(name, 'PASSWORD')}@`;
const queuesOf = (service: ServiceName): string[] =>
  Object.values(subscriptions)
    .filter((one) => one.service === service)
    .flatMap(({ queue }) => [queue, `${queue}.parked`]);
const ownEvents = (service: ServiceName): string[] =>
  allEvents
    .map(({ type }) => type)
    .filter((type) => type.startsWith(`${service}.`) || type.includes('.snapshot-requested.'));
const subscribedEvents = (service: ServiceName): string[] =>
  Object.values(subscriptions)
    .filter((one) => one.service === service)
    .map(({ event }) => event.type);

/**
 * Definitions for `load_definitions`: all exchanges, queues and bindings, so that services start in any order. The user
 * of a service declares and reads only its own queues and publishes only its own events. `operator` has all permissions.
 */
export const rabbitDefinitions = (vhost = '/', prefix = '') => {
  const user = (name: string): string => `${prefix}${name}`;
  const { exchanges, queues, bindings } = topologyOf(
    Object.values(subscriptions).map(({ queue, event }) => ({ queue, type: event.type })),
    RETRY_DELAYS_MS,
  );
  return {
    vhosts: [{ name: vhost }],
    users: ['operator', ...serviceNames].map((name) => ({
      name: user(name),
      password: passwordOf(name === 'operator' ? 'rabbitmq' : name),
      tags: name === 'operator' ? 'administrator' : '',
    })),
    permissions: [
      { user: user('operator'), vhost, configure: '.*', write: '.*', read: '.*' },
      ...serviceNames.map((name) => ({
        user: user(name),
        vhost,
        configure: exactly(queuesOf(name)),
        // amq.default: failed messages are parked, and queues dead-letter, by the name of a queue
        write: exactly([
          EXCHANGE,
          'amq.default',
          ...RETRY_DELAYS_MS.map((ms) => `satrangi.retry.${ms}`),
          ...queuesOf(name),
        ]),
        read: exactly([EXCHANGE, ...queuesOf(name)]),
      })),
    ],
    topic_permissions: serviceNames.map((name) => ({
      user: user(name),
      vhost,
      exchange: EXCHANGE,
      write: exactly(ownEvents(name)),
      read: exactly(subscribedEvents(name)),
    })),
    exchanges: exchanges.map((one) => ({
      ...one,
      vhost,
      durable: true,
      auto_delete: false,
      internal: false,
      arguments: {},
    })),
    queues: queues.map((one) => ({ ...one, vhost, durable: true, auto_delete: false })),
    bindings: bindings.map((one) => ({ ...one, vhost, destination_type: 'queue', arguments: {} })),
  };
};

const LIVE = ['~satrangi:live', '~satrangi:live:epoch', '~satrangi:live:bell', '&satrangi:live:bell'];
const LIVE_COMMANDS = 'eval get set xadd xrange xrevrange xinfo publish subscribe unsubscribe';
const CONNECTION = 'ping info hello auth client|setname client|id select quit';
const COUNTERS = '~satrangi:limit:*';
const COUNTER_COMMANDS = 'evalsha script|load incr decr del pttl pexpire get set';

const commands = (list: string): string[] => list.split(' ').map((name) => `+${name}`);

/** Redis ACL file: all services may use the live log, only the gateway its counters; the default user is off. */
export const redisUsers = (): string =>
  [
    'user default off',
    ...[...serviceNames, 'gateway'].map((name) =>
      [
        `user ${name} on >${passwordOf(name)} resetkeys resetchannels -@all`,
        ...LIVE,
        ...(name === 'gateway' ? [COUNTERS] : []),
        ...commands(LIVE_COMMANDS),
        ...commands(CONNECTION),
        ...(name === 'gateway' ? commands(COUNTER_COMMANDS) : []),
      ].join(' '),
    ),
    '',
  ].join('\n');

/** mongosh script for an empty data folder: one user in the database of each service, for this database only. */
export const mongoUsers = (): string =>
  [
    '// Printed by `npm run docs` from deploy/start/src/store-users.ts. Runs once, in an empty data folder.',
    ...serviceNames.map((name) => {
      const database = databaseName(name);
      return [
        `db.getSiblingDB('${database}').createUser({`,
        `  user: '${name}',`,
        `  pwd: process.env.${envName(name, 'PASSWORD')},`,
        `  roles: [{ role: 'readWrite', db: '${database}' }],`,
        '});',
      ].join('\n');
    }),
    '',
  ].join('\n');

/** The files below deploy/docker, by name. */
export const storeUserFiles = (): Readonly<Record<string, string>> => ({
  'rabbitmq-definitions.json': `${JSON.stringify(rabbitDefinitions(), null, 2)}\n`,
  'redis-users.acl': redisUsers(),
  'mongo-users.js': mongoUsers(),
});
