/* Runs in a container: declares a queue that receives `access-granted` events, as the operator of the broker. */
import process from 'node:process';
import { accessGranted } from '@satrangi/contracts';
import { connect } from 'amqplib';

const { operator, tap } = JSON.parse(process.env.PROBE ?? '{}') as { operator: string; tap: string };
const amqp = await connect(operator);
const channel = await amqp.createChannel();
await channel.assertQueue(tap, { durable: true });
await channel.bindQueue(tap, 'satrangi.events', accessGranted.type);
await amqp.close();
process.stdout.write('{}\n');
process.exit(0);
