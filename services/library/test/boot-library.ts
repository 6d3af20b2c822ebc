import { Readable } from 'node:stream';
import { anEvent, type Booted, type BootOptions, bootService } from '@satrangi/chassis/testing';
import {
  type EventOf,
  type Format,
  mediaChanged,
  paymentRefunded,
  paymentSucceeded,
  type StoredMediaType,
} from '@satrangi/contracts';
import type { z } from 'zod';
import { library } from '../src/service.ts';

export const TICKET_SECRET = 'the-library-signs-its-tickets-with-this';

export const bootLibrary = (options: BootOptions = {}): Promise<Booted> =>
  bootService(library, { ...options, env: { TICKET_SECRET, ...options.env } });

type MediaData = z.input<typeof mediaChanged.data>;

/** A catalog event for an ebook that costs 499 rupees and has no file. @param changes fields to override */
export const mediaOf = (mediaId: string, changes: Partial<MediaData> = {}): EventOf<typeof mediaChanged> =>
  anEvent(mediaChanged, {
    data: {
      mediaId: mediaId as MediaData['mediaId'],
      mediaType: 'ebook',
      version: 1,
      status: 'published',
      title: 'The Monsoon Register',
      creator: 'A. Writer',
      language: 'en',
      formats: ['text'],
      cover: null,
      thumbnailUrl: null,
      priceINR: 499,
      priceUSD: null,
      file: null,
      previewPages: null,
      ...changes,
    },
  });

type Order = {
  readonly orderId: string;
  readonly userId: string;
  readonly items: readonly { mediaId: string; format?: Format; mediaType?: StoredMediaType }[];
};

const itemsOf = ({ items }: Order) =>
  items.map(({ mediaId, format = 'text' as const, mediaType = 'ebook' as const }) => ({
    mediaId,
    format,
    mediaType,
  }));

/** An order item of any kind. */
export const ofKind = (mediaId: string, mediaType: StoredMediaType, format: Format) => ({
  mediaId,
  mediaType,
  format,
});

/** The event of a paid order, with one event id per order as payments sends it. */
export const paid = (order: Order): EventOf<typeof paymentSucceeded> =>
  anEvent(paymentSucceeded, {
    id: `paid-${order.orderId}`,
    data: {
      orderId: order.orderId,
      userId: order.userId,
      provider: 'stripe',
      total: { minor: 49_900, currency: 'INR' },
      items: itemsOf(order),
    } as z.input<typeof paymentSucceeded.data>,
  });

export const refunded = (order: Order): EventOf<typeof paymentRefunded> =>
  anEvent(paymentRefunded, {
    id: `refunded-${order.orderId}`,
    data: { orderId: order.orderId, userId: order.userId, items: itemsOf(order) } as z.input<
      typeof paymentRefunded.data
    >,
  });

/** Stores a file. @returns its entry in a catalog event */
export const storedFile = async (service: Booted, content: Uint8Array | string, mimeType: string) => {
  const { key, bytes, sha256 } = await service.context.files.put(Readable.from([Buffer.from(content)]), {
    mimeType,
  });
  return { key, revision: sha256.slice(0, 16), bytes, mimeType };
};

/** Stores a PDF. @returns the `file` field of its catalog event */
export const stored = async (
  service: Booted,
  pdf: Uint8Array,
  pages: number,
): Promise<NonNullable<MediaData['file']>> => ({
  ...(await storedFile(service, pdf, 'application/pdf')),
  pages,
});

/** Reads the first chunk of a response and pauses. @returns a function that reads the rest and counts its bytes */
export const readFirstChunk = async (response: Response): Promise<() => Promise<number>> => {
  const reader = response.body?.getReader();
  await reader?.read();
  return async (): Promise<number> => {
    for (let bytes = 0; ; ) {
      const part = await reader?.read();
      if (!part || part.done) return bytes;
      bytes += part.value.byteLength;
    }
  };
};
