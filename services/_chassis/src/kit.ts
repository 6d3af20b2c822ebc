import type { AnyEvent, LiveAudience, LiveMessage, ServiceName } from '@satrangi/contracts';
import type { z } from 'zod';
import type { NewEvent, Subscription } from './bus/events.ts';
import type { Clock } from './clock.ts';
import type { Drive } from './files/drive.ts';
import type { FileStore } from './files.ts';
import type { Caller, Login } from './http/auth.ts';
import type { MountedApi } from './http/mount-api.ts';
import type { Ids } from './ids.ts';
import type { Job } from './jobs.ts';
import type { Logger } from './log.ts';
import type { StoreKit } from './store/store.ts';

/** What every service is handed to build itself from. */
export type Kit<C> = {
  readonly name: string;
  readonly config: C;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: StoreKit;
  readonly live: {
    /** At once and at most once; what must arrive is a `live` row of a write instead. */
    readonly say: (message: LiveMessage, audience: LiveAudience) => Promise<void>;
    /** Every live message of the platform. `{type: 'reset'}` to `internal` means: some were missed, read again. */
    readonly hear: (listener: (message: LiveMessage, audience: LiveAudience) => void) => () => void;
  };
  /** For what a service signs itself, like tickets: it must not outlive the login it was signed for. */
  readonly sessions: {
    /** True once this login was logged out, the account logged out everywhere since, or is deleted. */
    readonly hasEnded: (login: Login) => boolean;
    /** Told each time something is learned of an account; ask `hasEnded` then. */
    readonly hear: (listener: (userId: string) => void) => void;
    /** Whose login a token is, for the few places that take one elsewhere than a header. @throws Refusal invalid-token, unavailable */
    readonly readCaller: (token: string) => Promise<Caller>;
    /** Asks identity for all ended logins when this store knows none, or `PROJECTION_REBUILD=1`. Does not wait. */
    readonly requestSnapshot: () => void;
  };
  readonly files: FileStore;
  /** What Google Drive says of a file; its bytes come through `files`. */
  readonly drive: Drive;
  readonly events: {
    readonly newEvent: NewEvent;
    /** Past the outbox: only for questions that are asked again anyway, never for facts. */
    readonly publish: (event: AnyEvent) => Promise<void>;
  };
  readonly settings: {
    readonly rebuildProjections: boolean;
    readonly dataDir: string;
    readonly identityUrl: string;
    readonly internalSecret: string;
    readonly nodeEnv: string;
  };
  readonly onStop: (stop: () => void) => void;
};

export type BuiltService = {
  readonly apis: readonly MountedApi[];
  readonly subscriptions?: readonly Subscription[];
  readonly jobs?: readonly Job[];
  /** After the store is connected and indexed, before the service is ready. */
  readonly start?: () => Promise<void>;
  /** After the last request and message, before the connections close. */
  readonly close?: () => Promise<void>;
};

export type ServiceDefinition<C extends z.ZodType = z.ZodType> = {
  readonly name: ServiceName | 'gateway';
  /** A schema over the environment: SCREAMING_SNAKE names, no default for a secret. */
  readonly config: C;
  /** What its own settings must not be in production: one line for each, without the values of secrets. */
  readonly refusedInProduction?: (config: z.output<C>) => readonly string[];
  readonly build: (kit: Kit<z.output<C>>) => BuiltService | Promise<BuiltService>;
};

/** Names a service, its settings and how it is put together. Nothing runs yet. */
export const defineService = <C extends z.ZodType>(definition: ServiceDefinition<C>): ServiceDefinition<C> =>
  definition;
