export { atExit } from './at-exit.ts';
export type { StoreFailure } from './embedded-store.ts';
export { startInOneProcess } from './one-process.ts';
export { freePorts } from './ports.ts';
export {
  flagsOf,
  type PartEnvironments,
  type Platform,
  type ProcessesOptions,
  type Replica,
  startProcesses,
} from './processes.ts';
export { untilReady } from './ready.ts';
export { type ServiceDatabase, serviceDatabases } from './service-databases.ts';
export { serviceModule } from './service-modules.ts';
export { readSettings } from './settings.ts';
export { type Part, supervise } from './supervisor.ts';
export { poll, until } from './until.ts';
