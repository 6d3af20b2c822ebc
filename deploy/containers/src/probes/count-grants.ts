/* Runs in the container of library: counts documents and events of grants for one book, by reader. */
import process from 'node:process';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';

const { PROBE = '{}', MONGODB_URI = '' } = process.env;
const { operator, tap, book, database } = JSON.parse(PROBE) as Record<
  'operator' | 'tap' | 'book' | 'database',
  string
>;
const counts: Record<string, { grants: number; announced: number }> = {};
const of = (userId: string): { grants: number; announced: number } => {
  counts[userId] ??= { grants: 0, announced: 0 };
  return counts[userId];
};

const mongo = new MongoClient(MONGODB_URI);
for (const grant of await mongo.db(database).collection('grants').find({ mediaId: book }).toArray())
  of(grant.userId).grants += 1;
await mongo.close();

const amqp = await connect(operator);
const channel = await amqp.createChannel();
const seen = new Set<string>();
for (;;) {
  const message = await channel.get(tap, { noAck: false });
  if (!message) break;
  const { id, data } = JSON.parse(message.content.toString());
  // The same event may be delivered twice; another id would be a second grant.
  if (data.mediaId === book && !seen.has(id)) of(data.userId).announced += 1;
  seen.add(id);
}
// Closing without acknowledgement leaves the messages for the next count.
await amqp.close();
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);
