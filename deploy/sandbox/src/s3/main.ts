/** The object store of the sandbox as a process of its own, for tests with stores in containers. */
import process from 'node:process';
import { z } from 'zod';
import { EX_CONFIG } from '../config.ts';
import { startObjectStore } from './start-object-store.ts';

const settings = z
  .object({
    S3_HOST: z.string().default('127.0.0.1'),
    S3_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
    S3_ACCESS_KEY: z.string().min(1),
    S3_SECRET_KEY: z.string().min(8),
  })
  .safeParse(process.env);
if (!settings.success) {
  process.stderr.write(`${z.prettifyError(settings.error)}\n`);
  process.exit(EX_CONFIG);
}
const { S3_HOST: host, S3_PORT: port, S3_ACCESS_KEY, S3_SECRET_KEY } = settings.data;
const store = await startObjectStore({
  host,
  port,
  credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
});
const stop = (): void => void store[Symbol.asyncDispose]().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`${JSON.stringify({ ready: true, url: store.url })}\n`);
