/** A bare Node server: sends the same head and body for every request and does nothing else. Its parent sends both. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { z } from 'zod';

const Answer = z.object({ port: z.number(), file: z.string(), headers: z.record(z.string(), z.string()) });

process.once('message', (message) => {
  const { port, file, headers } = Answer.parse(message);
  const body = readFileSync(file);
  const head = { ...headers, 'content-length': String(body.length) };
  createServer((_, response) => void response.writeHead(200, head).end(body)).listen(port, '127.0.0.1', () =>
    process.send?.('listening'),
  );
});
process.once('disconnect', () => process.exit(0));
