/**
 * `node services/_chassis/src/bus/replay-dead-letters.ts <queue> [list|replay] [limit]`: lists the parked messages (dead letters) of
 * a queue, or publishes them to it again. Reads AMQP_URL and AMQP_PREFIX. Not for the in-process broker.
 */
import { processEnvironment } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { declaredQueues, openBus } from './open-bus.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  const [queue, act = 'list', limit = '100'] = process.argv.slice(2);
  const { AMQP_URL = '', AMQP_PREFIX = '' } = processEnvironment();
  if (!queue || !['list', 'replay'].includes(act) || !AMQP_URL.startsWith('amqp')) {
    print(
      'usage: AMQP_URL=amqp://… node services/_chassis/src/bus/replay-dead-letters.ts <queue> [list|replay] [limit]',
    );
    print(`queues: ${declaredQueues.map((one) => one.queue).join(', ')}`);
    return 64;
  }
  const log = createLog('replay', 'warn');
  const owner = queue.slice(0, queue.indexOf('.'));
  // Replayed messages keep their signature, so this command needs no secret.
  const bus = await openBus(AMQP_URL, { service: owner, log, secret: '', prefix: AMQP_PREFIX });
  try {
    await bus.ready();
    if (act === 'replay') print(`${await bus.parked.replay(queue, Number(limit))} given back to ${queue}`);
    else
      for (const { id, reason, attempts, parkedAt } of await bus.parked.list(queue, Number(limit)))
        print(`${parkedAt}  ${id}  ${attempts} tries  ${reason}`);
    print(`${await bus.parked.count(queue)} parked in ${queue}`);
    return 0;
  } finally {
    await bus.close();
  }
};

process.exitCode = await main();
