import { allEvents, databaseName, type ServiceName, serviceNames, subscriptions } from '@satrangi/contracts';
import type { Report } from '../report.ts';
import type { Stack } from '../stack.ts';
import { runProbe } from './probe.ts';

/** Permitted operations of a service at its stores; all others that the probe tries must be refused. */
const ALLOWED = new Set(['own queue: look', 'exchange: look', 'live log: read']);
const REFUSED = /ACCESS_REFUSED|access to (queue|exchange|topic) .*refused|NOPERM|not authorized/i;

const queueOf = (service: ServiceName): string =>
  Object.values(subscriptions).find((one) => one.service === service)?.queue ?? '';
/** Not a request for a snapshot: every service publishes those. */
const eventOf = (service: ServiceName): string =>
  allEvents.find(({ type }) => type.startsWith(`${service}.`) && !type.includes('.snapshot-requested.'))
    ?.type ?? '';

/** Tests the RabbitMQ, Redis and MongoDB user of each service from its container. */
export const checkStoreUsers = async (stack: Stack, report: Report): Promise<void> => {
  for (const [index, service] of serviceNames.entries()) {
    const other = serviceNames[(index + 1) % serviceNames.length] ?? service;
    const answers = await runProbe<Record<string, { ok: boolean; problem: string }>>(stack, service, {
      name: 'other-services',
      input: {
        ...{ ownQueue: queueOf(service), foreignQueue: queueOf(other) },
        ...{ ownEvent: eventOf(service), foreignEvent: eventOf(other) },
        foreignDatabase: stack.embeddedStore ? null : databaseName(other),
      },
    });
    const wrong = Object.entries(answers).filter(([name, { ok, problem }]) =>
      ALLOWED.has(name) ? !ok : ok || !REFUSED.test(problem),
    );
    report.check(
      `${service}: its users reach what is its own and nothing of ${other}`,
      wrong.length === 0,
      wrong,
    );
    report.note(`${service}: ${Object.values(answers).filter(({ ok }) => !ok).length} attempts refused`);
  }
  if (stack.embeddedStore)
    report.skip('the users of MongoDB', 'the embedded server is in its place and knows no users');
};
