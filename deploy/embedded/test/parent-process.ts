import { spawnMongo } from '../src/index.ts';

/** A process that spawns a server, says so, and waits to be killed. */
const server = await spawnMongo({ dir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ pid: server.pid })}\n`);
