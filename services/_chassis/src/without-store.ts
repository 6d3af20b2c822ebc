/** What a process without a store needs, which is the gateway: loading the rest takes 50 MB and a third of its start. */
export { machineNow, skewClock } from './base/clock.ts';
export { NodeEnv, readConfig } from './base/config.ts';
export { createLog, type Logger } from './base/log.ts';
export {
  brokerProblems,
  endStart,
  refuseInProduction,
  sandboxAddresses,
  weakSecrets,
} from './base/production.ts';
export { nextTraceparent, traceIdOf } from './base/trace.ts';
export { sameSecret } from './http/auth.ts';
export * from './http/cookies.ts';
export { Refusal } from './http/refusal.ts';
export { signText } from './http/signed-text.ts';
export { createTokenReader, type TokenReader } from './http/tokens.ts';
export { compareIds, type LiveEntry, type LiveLog } from './live/log.ts';
export { openLiveLog } from './live/open-live.ts';
export { openSpans } from './tracing/open-spans.ts';
export type { Spans } from './tracing/spans.ts';
