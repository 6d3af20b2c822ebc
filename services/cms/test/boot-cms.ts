import { type Booted, type BootOptions, bootService, testUser, tokenOf } from '@satrangi/chassis/testing';
import { type Client, cmsApi } from '@satrangi/contracts';
import { cms } from '../src/service.ts';

export { refusalOf as refusal } from '@satrangi/chassis/testing';

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
