export { batch } from './base/batch.ts';
export * from './base/clock.ts';
export { coalesceByKey } from './base/coalesce-by-key.ts';
export { BaseConfig, type Environment, NodeEnv, readConfig } from './base/config.ts';
export { correlateOrder } from './base/correlation.ts';
export * from './base/csv.ts';
export { failpoint } from './base/failpoint.ts';
export * from './base/ids.ts';
export { every, everyOnOne, type Job } from './base/jobs.ts';
export { lazily } from './base/lazily.ts';
export { listeners } from './base/listeners.ts';
export { createLog, type Logger } from './base/log.ts';
export {
  brokerProblems,
  ConfigurationError,
  EX_CONFIG,
  endStart,
  exitCodeOf,
  refuseInProduction,
  sandboxAddresses,
  sandboxHosts,
  weakSecrets,
} from './base/production.ts';
export * from './base/settings.ts';
export { nextTraceparent, traceIdOf } from './base/trace.ts';
export * from './bus/bus.ts';
export { type NewEvent, on, PermanentError, type Subscription } from './bus/events.ts';
export { memoryBroker, openBus } from './bus/open-bus.ts';
export { topologyOf } from './bus/rabbit/topology.ts';
export { type Confinement, forkConfined, hasNetworkNamespaces } from './confined/fork-confined.ts';
export {
  type Drive,
  type DriveAnswer,
  type DriveFile,
  driveKeyOf,
  driveNotSetUp,
  driveTexts,
} from './files/drive.ts';
export type { FileStore, StoredFile } from './files/file-store.ts';
export type { OwnFiles } from './files/own-files.ts';
export type { Scratch } from './files/scratch.ts';
export type { StoredFiles } from './files/stored-files.ts';
export { type Caller, createAuth, type SessionState, sameSecret } from './http/auth.ts';
export * from './http/cookies.ts';
export { rowsOf, sendCsv } from './http/csv-answer.ts';
export { createInternalClient } from './http/internal-client.ts';
export * from './http/mount-api.ts';
export type { Reach } from './http/read-after.ts';
export { defect, problemBody, Refusal, refusalOf } from './http/refusal.ts';
export { isIdempotencyKey, requestKeyOf } from './http/request-key.ts';
export { type FileAnswer, type Opened, sendFile } from './http/send-file.ts';
export { readSignedText, signText } from './http/signed-text.ts';
export {
  createTokenReader,
  MAX_TOKEN_AGE_S,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  type TokenReader,
} from './http/tokens.ts';
export type { UploadedFile } from './http/uploads.ts';
export { inspectImage } from './images/inspect-image.ts';
export { clientAddress } from './limits/client-address.ts';
export type { RateLimit, RateLimits } from './limits/rate-limit.rules.ts';
export { createRateLimiter, enforceRateLimit, type RateLimiter } from './limits/rate-limiter.ts';
export { compareIds, type LiveEntry, type LiveLog, type LiveState } from './live/log.ts';
export { openLiveLog } from './live/open-live.ts';
export {
  answerOfStatus,
  type Connection,
  type ConnectionAnswer,
  fetchStatus,
  leadsToSandbox,
  missingOf,
} from './providers/connection.ts';
export {
  driveConnection,
  driveFolderConnection,
  type GoogleSettings,
  sheetConnection,
} from './providers/google-connection.ts';
export {
  DRIVE_UPLOAD_MS,
  type DriveFolder,
  type DriveFolderSettings,
  openDriveFolder,
} from './providers/google-drive-folder.ts';
export type { LoadDriveSdk, LoadSheetsSdk } from './providers/google-login.ts';
export {
  type SheetRow,
  type SheetSettings,
  sheetWriter,
  type WriteSheet,
} from './providers/google-sheets.ts';
export { smtpConnection } from './providers/smtp-connection.ts';
export {
  type Mail,
  type Mailer,
  mailerOf,
  mailSender,
  type SendMail,
  type SmtpFailure,
  sendToMailbox,
  smtpFailure,
} from './providers/smtp-mailer.ts';
export { openConnection } from './providers/tcp-connection.ts';
export { eraseOn } from './service/erase-on.ts';
export { answerHoldings } from './service/holdings.ts';
export { createMetrics, type Metrics } from './service/metrics.ts';
export { requestSnapshot } from './service/rebuild-projection.ts';
export { runService } from './service/run-service.ts';
export type { Overrides, RunningService } from './service/running-service.ts';
export * from './service/service-context.ts';
export { startService } from './service/start-service.ts';
export type { Aggregate, Change } from './store/aggregate.ts';
export { batchReads, batchWrites, READ_MODEL_MS } from './store/batch.ts';
export { createFieldReader, decodeDocument } from './store/bson-documents.ts';
export { driverCollection } from './store/driver-collection.ts';
export { isDuplicateKey, isWritten } from './store/duplicate-key.ts';
export { createErasureRecords } from './store/erasure-records.ts';
export { pageByMatch, soundsLike } from './store/name-search.ts';
export type { AggregateFields, LiveNotification, OutboxMessages, Work } from './store/outbox.ts';
export { anyText, dateIn, equalText } from './store/partial-index.ts';
export { upsertNewerVersion } from './store/projection.ts';
export { rawBatches } from './store/raw-batches.ts';
export { Schema, type ServiceStore } from './store/store.ts';
export type { WorkHandler } from './store/worker.ts';
export { openSpans } from './tracing/open-spans.ts';
export { type Spans, traceProviderCall } from './tracing/spans.ts';
