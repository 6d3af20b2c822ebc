import process from 'node:process';
import { endStart } from '@satrangi/chassis/without-store';
import { startGateway } from './gateway.ts';

const gateway = await startGateway(process.env).catch(endStart);
const stop = (): void => {
  setTimeout(() => process.exit(1), 15_000).unref();
  void gateway[Symbol.asyncDispose]().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
