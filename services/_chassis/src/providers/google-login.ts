import { generateKeyPair } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { parseJson } from '@satrangi/contracts';
import type { auth as googleAuth } from 'googleapis/build/src/apis/drive/index.js';
import { z } from 'zod';
import { ConfigurationError } from '../base/production.ts';

/**
 * Loads a part of Google's SDK (`googleapis`) at its first use. The chassis does not depend on the SDK, which is large:
 * services that use it declare it and pass their part.
 */
export type LoadDriveSdk = () => Promise<typeof import('googleapis/build/src/apis/drive/index.js')>;
export type LoadSheetsSdk = () => Promise<typeof import('googleapis/build/src/apis/sheets/index.js')>;
/** Either part has what logs in. */
export type LoadGoogleAuth = () => Promise<{ readonly auth: typeof googleAuth }>;

const ServiceAccount = z.object({ client_email: z.string(), private_key: z.string() });
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** @throws ConfigurationError when the key cannot be read */
export const readServiceAccount = (setting: string): ServiceAccount => {
  try {
    const text = setting.trim().startsWith('{') ? setting : readFileSync(setting, 'utf8');
    return ServiceAccount.parse(JSON.parse(text));
  } catch {
    // the parser's message would contain the key
    throw new ConfigurationError(['GOOGLE_SERVICE_ACCOUNT is neither a key nor a file with one']);
  }
};

const SANDBOX_EMAIL = 'sandbox@satrangi.example';

const generatedAccount = async (): Promise<ServiceAccount> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    client_email: SANDBOX_EMAIL,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

const isGoogle = (hostname: string): boolean =>
  hostname === 'googleapis.com' || hostname.endsWith('.googleapis.com');

export type GoogleLogin = {
  /** Null only with a `baseUrl`: the sandbox accepts any key, so one is generated. */
  readonly account: ServiceAccount | null;
  /** Replaces Google's address. */
  readonly baseUrl: string | null;
};

/** The address of the service account. */
export const emailOf = ({ account }: Pick<GoogleLogin, 'account'>): string =>
  account?.client_email ?? SANDBOX_EMAIL;

/** The credentials for one part of Google's SDK, whose `auth` the caller passes. */
export const googleLogin = async (
  auth: typeof googleAuth,
  { account, baseUrl }: GoogleLogin,
  scopes: string[],
): Promise<InstanceType<(typeof googleAuth)['JWT']>> => {
  const { client_email: email, private_key: key } = account ?? (await generatedAccount());
  const client = new auth.JWT({ email, key, scopes });
  if (baseUrl !== null)
    client.transporter.interceptors.request.add({
      resolved: async (request) => {
        const url = new URL(request.url);
        // all hosts of Google map to the one server
        if (isGoogle(url.hostname)) request.url = new URL(url.pathname + url.search, baseUrl);
        return request;
      },
    });
  return client;
};

const ApiError = z.object({
  status: z.number().optional(),
  message: z.string().optional(),
  response: z.object({ status: z.number(), data: z.unknown().optional() }).optional(),
});

/**
 * What Google answered to a failed call; the status is 0 without an answer. The SDK's error contains the request with its
 * token, so nothing else of it is used or logged.
 */
export const googleAnswerOf = (error: unknown): { readonly status: number; readonly data: unknown } => {
  // the body of a refused stream is in the message only
  const { status, message, response } = ApiError.safeParse(error).data ?? {};
  return { status: response?.status ?? status ?? 0, data: response?.data ?? parseJson(message ?? '') };
};
