import type { AnyEvent, LiveAudience, LiveMessage, ServiceName } from '@satrangi/contracts';
import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Job } from '../base/jobs.ts';
import type { Logger } from '../base/log.ts';
import type { NewEvent, Subscription } from '../bus/events.ts';
import type { Drive } from '../files/drive.ts';
import type { FileStore } from '../files/file-store.ts';
import type { OwnFiles } from '../files/own-files.ts';
import type { Scratch } from '../files/scratch.ts';
import type { Caller, Login } from '../http/auth.ts';
import type { MountedApi } from '../http/mount-api.ts';
import type { Reach } from '../http/read-after.ts';
import type { RateLimits } from '../limits/rate-limit.rules.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Connection } from '../providers/connection.ts';
import type { GoogleSettings } from '../providers/google-connection.ts';
import type { LoadDriveSdk } from '../providers/google-login.ts';
import type { ServiceStore } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Everything that a service is built from. */
export type ServiceContext<C> = {
  readonly name: string;
  readonly config: C;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: ServiceStore;
  /** Rate limits with a collection of counters; the internal secret is the key of their ids. */
  readonly rateLimiter: <Name extends string>(
    limits: RateLimits<Name>,
    collection?: string,
  ) => RateLimiter<Name>;
  readonly live: {
    /** Publishes immediately, at most once. Use a `live` row of a write for guaranteed delivery. */
    readonly publish: (message: LiveMessage, audience: LiveAudience) => Promise<void>;
    /** All live messages of the platform. `{type: 'reset'}` to `internal`: messages were missed, read again. */
    readonly subscribe: (
      listener: (message: LiveMessage, audience: LiveAudience, change?: string) => void,
    ) => () => void;
  };
  /** For signed objects such as tickets, which must end with their login. */
  readonly sessions: {
    /** True after this login was ended, or its account was logged out everywhere or deleted. */
    readonly hasEnded: (login: Login) => boolean;
    /** Called after each change of an account; check `hasEnded` then. */
    readonly onChange: (listener: (userId: string) => void) => void;
    /** Reads the login of a token that is not in a header. @throws Refusal invalid-token, unavailable */
    readonly readCaller: (token: string) => Promise<Caller>;
    /** Requests all revocations from identity when this store has none, or `PROJECTION_REBUILD=1`. Does not wait. */
    readonly requestSnapshot: () => void;
  };
  readonly files: FileStore;
  /** Files that only this service has, and may remove. */
  readonly ownFiles: OwnFiles;
  /** The same in a folder of its own: a relative path, the same in each version. */
  readonly filesIn: (folder: string) => OwnFiles;
  /** Local files for programs that need a path. */
  readonly scratch: Scratch;
  /** Metadata of files in Google Drive; `files` reads their bytes. Not set up in a service without `driveSdk`. */
  readonly drive: Drive;
  readonly events: {
    readonly newEvent: NewEvent;
    /** Bypasses the outbox: only for requests that are repeated, never for changes of state. */
    readonly publish: (event: AnyEvent) => Promise<void>;
  };
  readonly metrics: Pick<Metrics, 'gauge' | 'globalGauge' | 'timeProvider'>;
  readonly settings: {
    readonly rebuildProjections: boolean;
    readonly dataDir: string;
    readonly identityUrl: string;
    readonly internalSecret: string;
    readonly nodeEnv: string;
    /** For `driveConnection`. */
    readonly google: GoogleSettings;
  };
  readonly onStop: (stop: () => void) => void;
};

export type BuiltService = {
  readonly apis: readonly MountedApi[];
  readonly subscriptions?: readonly Subscription[];
  readonly jobs?: readonly Job[];
  /** Providers outside that an admin can check (decision 0084). */
  readonly connections?: readonly Connection[];
  /** For a service with a read model in memory, which may be older than the store (decision 0100). */
  readonly reach?: Reach;
  /** After the store is connected and indexed, before the service is ready. */
  readonly start?: () => Promise<void>;
  /** Loads what the first requests need and would wait for, before the service is ready (decision 0126). */
  readonly preload?: () => Promise<unknown>;
  /** After the last request and message, before the connections close. */
  readonly close?: () => Promise<void>;
};

export type ServiceDefinition<C extends z.ZodType = z.ZodType> = {
  readonly name: ServiceName | 'gateway';
  /** A schema over the environment: SCREAMING_SNAKE names, no default for a secret. */
  readonly config: C;
  /** For a service that reads files in Google Drive. */
  readonly driveSdk?: LoadDriveSdk;
  /** Checks of its own settings in production: one line for each problem, without values of secrets. */
  readonly refusedInProduction?: (config: z.output<C>) => readonly string[];
  readonly build: (context: ServiceContext<z.output<C>>) => BuiltService | Promise<BuiltService>;
};

/** Defines a service: its name, its settings and how it is built. Starts nothing. */
export const defineService = <C extends z.ZodType>(definition: ServiceDefinition<C>): ServiceDefinition<C> =>
  definition;
