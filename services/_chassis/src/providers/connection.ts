import type { ConnectionRow } from '@satrangi/contracts';
import { isSandboxHost } from '../base/production.ts';

/** What a provider answered. The sentence is made here: texts of providers can repeat keys. */
export type ConnectionAnswer = { readonly isAccepted: boolean; readonly sentence: string };

/** A provider outside, as a service declares it (decision 0084). */
export type Connection = ConnectionRow & {
  /**
   * Calls the provider with the settings of this service; creates nothing there and costs nothing. Null: there is
   * nothing to call, because the provider calls this service.
   * @throws Error when the provider does not answer
   */
  readonly check: ((signal: AbortSignal) => Promise<ConnectionAnswer>) | null;
};

/** @returns names of the settings without a value */
export const missingOf = (settings: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address of the sandbox: in docker-compose.yml by its name, in `npm start` on this machine. */
export const leadsToSandbox = (address: string | undefined, nodeEnv: string): boolean => {
  if (!address) return false;
  const isLocal = URL.canParse(address) && LOOPBACK.has(new URL(address).hostname);
  return isSandboxHost(address) || (nodeEnv !== 'production' && isLocal);
};

type Hints = {
  /** The provider, at the start of each sentence. */
  readonly name: string;
  /** Environment variables that a refusal is about. */
  readonly settings: readonly string[];
  /** Statuses that prove that the credentials are accepted; default: 2xx. */
  readonly accepted?: readonly number[];
  /** What a status means here, instead of its usual sentence. */
  readonly meanings?: Readonly<Record<number, string>>;
  /** After "accepts the settings". */
  readonly note?: string;
};

const usualMeaning = (name: string, status: number): string => {
  if (status === 401) return `${name} does not accept the key (401).`;
  if (status === 403) return `${name} does not allow this to the account of the key (403).`;
  if (status === 429) return `${name} has had too many requests from this account (429).`;
  return status >= 500
    ? `${name} answered with an error of its own (${status}).`
    : `${name} answered ${status}, which was not expected.`;
};

/** The answer that an HTTP status stands for. */
export const answerOfStatus = (
  status: number,
  { name, settings, accepted, meanings = {}, note }: Hints,
): ConnectionAnswer => {
  const isAccepted = accepted ? accepted.includes(status) : status >= 200 && status < 300;
  if (isAccepted)
    return { isAccepted, sentence: [`${name} accepts the settings.`, note].filter(Boolean).join(' ') };
  const meaning = meanings[status] ?? usualMeaning(name, status);
  const hint = status < 500 && status !== 429 && settings.length > 0 ? ` See ${settings.join(', ')}.` : '';
  return { isAccepted, sentence: `${meaning}${hint}` };
};

/** Calls an address and reads the status only. */
export const fetchStatus = async (
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const response = await fetch(url, { headers, redirect: 'manual', signal });
  await response.body?.cancel();
  return response.status;
};
