import { type Booted, type BootOptions, bootService, testUser, tokenOf } from '@satrangi/chassis/testing';
import { ApiError, type Client, cmsApi } from '@satrangi/contracts';
import { cms } from '../src/service.ts';

type CmsClient = Client<typeof cmsApi>;

export const LETTER_SECRET = 'signs-the-links-of-letters-in-these-tests';
export const adminUser = testUser({ userId: 'editor-one', role: 'ADMIN' });
export const otherAdmin = testUser({ userId: 'editor-two', role: 'ADMIN' });

export type CmsFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly editor: CmsClient;
  readonly other: CmsClient;
  readonly visitor: CmsClient;
  readonly editorToken: string;
};

/** A booted cms and clients for its roles. */
export const bootCms = async (options: BootOptions = {}): Promise<CmsFixture> => {
  const service = await bootService(cms, { ...options, env: { LETTER_SECRET, ...options.env } });
  return {
    service,
    editor: service.as(adminUser, cmsApi),
    other: service.as(otherAdmin, cmsApi),
    visitor: service.as('visitor', cmsApi),
    editorToken: tokenOf(adminUser),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

/** The refusal of a call. @throws Error when it was not refused */
export const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error ?? new Error('the call was not refused');
};
