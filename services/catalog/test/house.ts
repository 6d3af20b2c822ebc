import { PDFDocument } from '@cantoo/pdf-lib';
import {
  anEvent,
  type Booted,
  type BootOptions,
  bootService,
  testUser,
  tokenOf,
} from '@satrangi/chassis/testing';
import { ApiError, type Client, catalogApi, UserId, userDeleted } from '@satrangi/contracts';
import { catalog } from '../src/service.ts';

type CatalogClient = Client<typeof catalogApi>;

/** A catalog under test and the people who call it. */
export type House = AsyncDisposable & {
  readonly service: Booted;
  readonly editor: CatalogClient;
  readonly editorToken: string;
  readonly visitor: CatalogClient;
  readonly reader: (userId: string) => CatalogClient;
  /** Identity says that an account is gone; `asked` names the saying, so that one can be heard twice. */
  readonly deleteAccount: (userId: string, asked: string) => ReturnType<Booted['deliver']>;
};

export const bootCatalog = async (options: BootOptions = {}): Promise<House> => {
  const service = await bootService(catalog, options);
  const admin = testUser({ role: 'ADMIN' });
  return {
    service,
    editor: service.as(admin, catalogApi),
    editorToken: tokenOf(admin),
    visitor: service.as('visitor', catalogApi),
    reader: (userId) => service.as(testUser({ userId }), catalogApi),
    deleteAccount: (userId, asked) =>
      service.deliver(
        anEvent(userDeleted, { data: { userId: UserId.parse(userId) }, id: `deleted-${userId}-${asked}` }),
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

/** Enough of a film or documentary whose file comes later. */
export const filmDraft = {
  title: 'The Ironing Table',
  director: 'Meher Daruwalla',
  description: 'A tailor and a letter.',
  format: 'video',
  priceINR: 99,
  fileFollows: true,
} as const;
/** The same of an audio story or an oral history. */
export const soundDraft = {
  title: 'Night Duty',
  narrator: 'Sulekha Sen',
  speaker: 'Sulekha Sen',
  description: 'A nurse tells of the ward.',
  format: 'audio',
  priceINR: 0,
  fileFollows: true,
} as const;

/** What a call was refused with; fails when it was not. */
export const refusal = async (call: Promise<unknown>): Promise<{ status: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error('the call was not refused');
};

export const pdfOf = async (pages: number, title = 'A book'): Promise<Blob> => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  for (let page = 0; page < pages; page++) document.addPage([300, 400]);
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
};

/** Live messages of one type that went to everyone. */
export const saidOf = async (house: House, type: string): Promise<string[]> =>
  (await house.service.said())
    .filter(({ message, audience }) => message.type === type && audience.to === 'everyone')
    .map(({ message }) => message.id);

/** Asks until the answer pleases; for what another replica learns by message. */
export const until = async <T>(ask: () => Promise<T>, pleases: (answer: T) => boolean): Promise<T> => {
  for (let tries = 0; tries < 1_600; tries++) {
    const answer = await ask();
    if (pleases(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not become so');
};
