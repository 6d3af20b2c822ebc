import process from 'node:process';
import { startGateway } from './gateway.ts';

const gateway = await startGateway(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
const stop = (): void => {
  setTimeout(() => process.exit(1), 15_000).unref();
  void gateway[Symbol.asyncDispose]().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
