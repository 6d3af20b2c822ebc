export * from './bus/bus.ts';
export { type NewEvent, on, PermanentError, type Subscription } from './bus/events.ts';
export { memoryBroker, openBus } from './bus/open-bus.ts';
export { topologyOf } from './bus/rabbit/topology.ts';
export * from './clock.ts';
export { BaseConfig, type Environment, NodeEnv, readConfig } from './config.ts';
export { type Confinement, forkConfined, hasNetworkNamespaces } from './confined/fork-confined.ts';
export { failpoint } from './failpoint.ts';
export { type Drive, type DriveAnswer, type DriveFile, driveKeyOf } from './files/drive.ts';
export type { FileStore, StoredFile } from './files.ts';
export { type Caller, createAuth, type SessionFacts, sameSecret } from './http/auth.ts';
export * from './http/cookies.ts';
export { answerHoldings } from './http/holdings.ts';
export { createInternalClient } from './http/internal-client.ts';
export * from './http/mount-api.ts';
export { defect, problemBody, Refusal, refusalOf } from './http/refusal.ts';
export { type FileAnswer, sendFile } from './http/send-file.ts';
export {
  createTokenReader,
  MAX_TOKEN_AGE_S,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  type TokenReader,
} from './http/tokens.ts';
export type { UploadedFile } from './http/uploads.ts';
export * from './ids.ts';
export { every, type Job } from './jobs.ts';
export * from './kit.ts';
export { compareIds, type LiveEntry, type LiveLog, type LiveState, listeners } from './live/log.ts';
export { openLiveLog } from './live/open-live.ts';
export { createLog, type Logger } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export {
  brokerProblems,
  ConfigurationError,
  EX_CONFIG,
  exitCodeOf,
  isSandboxHost,
  refuseInProduction,
  sandboxAddresses,
  weakSecrets,
} from './production.ts';
export { type GoogleLogin, googleLogin, readServiceAccount } from './providers/google-login.ts';
export { endStart, runService } from './run-service.ts';
export { type Overrides, type RunningService, startService } from './service.ts';
export type { Aggregate, Change } from './store/aggregate.ts';
export { driverCollection } from './store/driver-collection.ts';
export { isDuplicateKey } from './store/duplicate-key.ts';
export { gatherReads, gatherWrites } from './store/gather.ts';
export type { AggregateFields, LiveSaid, Said, Work } from './store/outbox.ts';
export { requestSnapshot } from './store/snapshot.ts';
export { Schema, type StoreKit } from './store/store.ts';
export { upsertNewerVersion } from './store/upsert-newer-version.ts';
export type { WorkHandler } from './store/worker.ts';
