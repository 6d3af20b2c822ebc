/**
 * `node services/_chassis/src/bus/replay.ts <queue> [list|replay] [limit]`: shows the parked messages of a queue, or
 * gives them to it again. Reads AMQP_URL and AMQP_PREFIX. The in-process broker replays in its own process only.
 */
import { processEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { declaredQueues, openBus } from './open-bus.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  const [queue, act = 'list', limit = '100'] = process.argv.slice(2);
  const { AMQP_URL = '', AMQP_PREFIX = '' } = processEnvironment();
  if (!queue || !['list', 'replay'].includes(act) || !AMQP_URL.startsWith('amqp')) {
    say('usage: AMQP_URL=amqp://… node services/_chassis/src/bus/replay.ts <queue> [list|replay] [limit]');
    say(`queues: ${declaredQueues.map((one) => one.queue).join(', ')}`);
    return 64;
  }
  const log = createLog('replay', 'warn');
  // It says nothing of its own and gives back what there is with the seal it has: it needs no secret.
  const bus = await openBus(AMQP_URL, { service: 'replay', log, secret: '', prefix: AMQP_PREFIX });
  try {
    await bus.ready();
    if (act === 'replay') say(`${await bus.parked.replay(queue, Number(limit))} given back to ${queue}`);
    else
      for (const { id, reason, attempts, parkedAt } of await bus.parked.list(queue, Number(limit)))
        say(`${parkedAt}  ${id}  ${attempts} tries  ${reason}`);
    say(`${await bus.parked.count(queue)} parked in ${queue}`);
    return 0;
  } finally {
    await bus.close();
  }
};

process.exitCode = await main();
