import type { ConsumeMessage } from 'amqplib';
import { beforeEach, expect, it, vi } from 'vitest';
import { createAcks } from './acks.ts';

const messageOf = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

const sent: [tag: number, allUpTo: boolean][] = [];
const open = () => {
  const acks = createAcks({
    ack: ({ fields }, allUpTo = false) => void sent.push([fields.deliveryTag, allUpTo]),
  });
  const messages = [1, 2, 3, 4, 5].map(messageOf);
  for (const message of messages) acks.delivered(message);
  const handle = (...tags: number[]): void => {
    for (const message of messages) if (tags.includes(message.fields.deliveryTag)) acks.handled(message);
  };
  return { acks, handle };
};
const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  sent.length = 0;
});

it('acknowledges the messages handled in one turn with one frame', async () => {
  const { handle } = open();
  handle(2, 1, 3);
  expect(sent).toEqual([]);
  await endOfTurn();

  expect(sent).toEqual([[3, true]]);
});

it('never acknowledges a message in progress', async () => {
  const { handle } = open();
  handle(1, 3, 5);
  await endOfTurn();
  expect(sent).toEqual([
    [1, true],
    [3, false],
    [5, false],
  ]);

  handle(2, 4);
  await endOfTurn();
  expect(sent.slice(3)).toEqual([[4, true]]);
});

it('keeps on when the channel is closed: the broker redelivers', async () => {
  const acks = createAcks({
    ack: () => {
      throw new Error('channel closed');
    },
  });
  const failed = vi.fn();
  process.once('uncaughtException', failed);
  const message = messageOf(1);
  acks.delivered(message);
  acks.handled(message);
  await endOfTurn();

  process.removeListener('uncaughtException', failed);
  expect(failed).not.toHaveBeenCalled();
});
