/** What is acknowledged survives the loss of one machine (decision 0046): the concerns of each command on the wire. */
import type { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { openCounters } from './counters.ts';
import { newTestEvent } from './support.ts';

it('writes wait for a majority and its journals, reads see what a majority has', async () => {
  await using fixture = await openCounters(undefined, '/?monitorCommands=true');
  const commands: mongo.CommandStartedEvent[] = [];
  fixture.store.connection.getClient().on('commandStarted', (event) => commands.push(event));

  await fixture.counters.change(
    { _id: 'a' },
    { $inc: { n: 1 } },
    { upsert: true, events: [newTestEvent(1)] },
  );
  await fixture.counters.model.findById('a').lean();

  const ofName = (name: string) => commands.find(({ commandName }) => commandName === name)?.command;
  expect(ofName('findAndModify')?.writeConcern).toEqual({ w: 'majority', j: true });
  expect(ofName('find')?.readConcern).toEqual({ level: 'majority' });
});
