import { PDFDocument } from '@cantoo/pdf-lib';
import {
  anEvent,
  type Booted,
  type BootOptions,
  bootService,
  freshSuffix,
  refusalOf,
  testUser,
  tokenOf,
} from '@satrangi/chassis/testing';
import { type Client, catalogApi, UserId, userDeleted } from '@satrangi/contracts';
import { vi } from 'vitest';
import { catalog } from '../src/service.ts';

type CatalogClient = Client<typeof catalogApi>;

/** A booted catalog and clients for its roles. */
export type CatalogFixture = AsyncDisposable & {
  readonly service: Booted;
  readonly editor: CatalogClient;
  readonly editorToken: string;
  readonly visitor: CatalogClient;
  readonly reader: (userId: string) => CatalogClient;
  /** Delivers `user-deleted`. @param delivery names the event id, so that the same event can be redelivered */
  readonly deleteAccount: (userId: string, delivery: string) => ReturnType<Booted['deliver']>;
};

export const bootCatalog = async (options: BootOptions = {}): Promise<CatalogFixture> => {
  const service = await bootService(catalog, options);
  const admin = testUser({ role: 'ADMIN' });
  return {
    service,
    editor: service.as(admin, catalogApi),
    editorToken: tokenOf(admin),
    visitor: service.as('visitor', catalogApi),
    reader: (userId) => service.as(testUser({ userId }), catalogApi),
    deleteAccount: (userId, delivery) =>
      service.deliver(
        anEvent(userDeleted, { data: { userId: UserId.parse(userId) }, id: `deleted-${userId}-${delivery}` }),
      ),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};
export const draft = {
  title: 'The Monsoon Register',
  author: 'Jerusha Pinto',
  description: 'A hostel ledger in Pune.',
  format: 'text',
  priceINR: 299,
} as const;

/** A minimal film or documentary without a file. */
export const filmDraft = {
  title: 'The Ironing Table',
  director: 'Meher Daruwalla',
  description: 'A tailor and a letter.',
  format: 'video',
  priceINR: 99,
  fileFollows: true,
} as const;
/** A minimal audio story or oral history without a file. */
export const soundDraft = {
  title: 'Night Duty',
  narrator: 'Sulekha Sen',
  speaker: 'Sulekha Sen',
  description: 'A nurse tells of the ward.',
  format: 'audio',
  priceINR: 0,
  fileFollows: true,
} as const;

export { refusalOf as refusal };

export const pdfOf = async (pages: number, title = 'A book'): Promise<Blob> => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  for (let page = 0; page < pages; page++) document.addPage([300, 400]);
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
};

/** The ids in live messages of one type to everyone. */
export const liveIdsOf = async (fixture: CatalogFixture, type: string): Promise<string[]> =>
  (await fixture.service.liveMessages())
    .filter(({ message, audience }) => message.type === type && audience.to === 'everyone')
    .map(({ message }) => message.id);

/** Polls until the condition holds, for state that another replica receives by message. */
export const until = <T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> =>
  vi.waitFor(
    async () => {
      const value = await read();
      if (!isDone(value)) throw new Error('the condition was not met');
      return value;
    },
    { timeout: 40_000, interval: 25 },
  );

/** Two replicas over one database. */
export const bootReplicas = async () => {
  const env = { DB_SUFFIX: freshSuffix() };
  return [await bootCatalog({ env }), await bootCatalog({ env })] as const;
};
