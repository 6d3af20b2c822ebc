/* Runs in the container of library: counts documents and events of grants since a time, by reader and title. */
import process from 'node:process';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';

const { PROBE = '{}', MONGODB_URI = '' } = process.env;
const { operator, tap, since, database } = JSON.parse(PROBE) as Record<
  'operator' | 'tap' | 'since' | 'database',
  string
>;
const counts: Record<string, { grants: number; announced: number }> = {};
const of = (userId: string, mediaId: string): { grants: number; announced: number } => {
  const key = `${userId} ${mediaId}`;
  counts[key] ??= { grants: 0, announced: 0 };
  return counts[key];
};

const mongo = new MongoClient(MONGODB_URI);
const ofThisTime = { createdAt: { $gte: since } };
for (const grant of await mongo.db(database).collection('grants').find(ofThisTime).toArray())
  of(grant.userId, grant.mediaId).grants += 1;
await mongo.close();

const amqp = await connect(operator);
const channel = await amqp.createChannel();
const seen = new Set<string>();
for (;;) {
  const message = await channel.get(tap, { noAck: false });
  if (!message) break;
  const { id, data } = JSON.parse(message.content.toString());
  // The same event may be delivered twice; another id would be a second grant.
  if (!seen.has(id)) of(data.userId, data.mediaId).announced += 1;
  seen.add(id);
}
// Closing without acknowledgement leaves the messages for the next count.
await amqp.close();
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit(0);
