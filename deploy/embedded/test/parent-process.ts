import { spawnMongo } from '../src/index.ts';

/** A process that spawns a server, prints its address, and waits to be killed. */
const server = await spawnMongo({ dir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ pid: server.pid })}\n`);
