import { clientAddress, enforceRateLimit, type Guard, type RateLimiter, Refusal } from '@satrangi/chassis';
import { MANUSCRIPT_MAX_BYTES, publishingTexts } from '@satrangi/contracts';
import type { PublishingConfig } from '../config.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import type { UploadsStore } from './uploads.store.ts';

export type GuardDeps = {
  readonly limiter: RateLimiter<'uploads'>;
  readonly uploads: UploadsStore;
  readonly resumable: Pick<ResumableUploads, 'bytesStored'>;
  readonly internalSecret: string;
  readonly config: Pick<PublishingConfig, 'UPLOADS_AT_ONCE' | 'PUBLISHING_STORE_MAX'>;
};

/** Room of a multipart body beside its file. */
const MULTIPART_ROOM = 64 * 1024;

/** Counts uploads in progress by client address, in this process. */
const uploadsInProgress = (max: number) => {
  const running = new Map<string, number>();
  return {
    /** @returns false when the address has too many; else `release` must be called once */
    take: (address: string): boolean => {
      const count = running.get(address) ?? 0;
      if (count >= max) return false;
      running.set(address, count + 1);
      return true;
    },
    release: (address: string): void => {
      const left = (running.get(address) ?? 1) - 1;
      if (left > 0) running.set(address, left);
      else running.delete(address);
    },
  };
};

const tooLarge = (): Refusal => new Refusal('too-large', publishingTexts.tooLarge);

/** Guards of uploads: size, limits of an address, room on the disk. They run before a byte of the file is read. */
export const uploadGuards = ({ limiter, uploads, resumable, internalSecret, config }: GuardDeps) => {
  const inProgress = uploadsInProgress(config.UPLOADS_AT_ONCE);

  /** Uploads that are not finished count, too: nobody may fill the disk with them. */
  const requireRoom = async (bytes: number): Promise<void> => {
    const [finished, open] = await Promise.all([uploads.bytesOnDisk(), resumable.bytesStored()]);
    if (finished + open + bytes > config.PUBLISHING_STORE_MAX)
      throw new Refusal('unavailable', publishingTexts.storeFull, { retryAfter: 3_600 });
  };

  const enforceUploadLimits = async (address: string, bytes: number): Promise<void> => {
    await requireRoom(bytes);
    enforceRateLimit(publishingTexts.tooManyUploads, await limiter.byAddress.consume('uploads', address));
  };

  const atOnce: Guard = async ({ request, response }) => {
    const address = clientAddress({ request }, internalSecret);
    if (!inProgress.take(address))
      throw new Refusal('too-many-requests', publishingTexts.tooManyAtOnce, { retryAfter: 10 });
    response.once('close', () => inProgress.release(address));
  };

  const uploadDrive: Guard = async (exchange) => {
    const declared = Number(exchange.request.headers['content-length'] ?? 0);
    if (declared > MANUSCRIPT_MAX_BYTES + MULTIPART_ROOM) throw tooLarge();
    await atOnce(exchange);
    await enforceUploadLimits(clientAddress(exchange, internalSecret), declared);
  };

  const createUpload: Guard = async (exchange) => {
    const declared = Number(exchange.request.headers['upload-length'] ?? Number.NaN);
    if (!Number.isSafeInteger(declared) || declared <= 0)
      throw new Refusal('validation-failed', publishingTexts.uploadFailed);
    if (declared > MANUSCRIPT_MAX_BYTES) throw tooLarge();
    await enforceUploadLimits(clientAddress(exchange, internalSecret), declared);
  };

  const continueUpload: Guard = async (exchange) => {
    await atOnce(exchange);
    await requireRoom(Number(exchange.request.headers['content-length'] ?? 0));
  };

  return { uploadDrive, createUpload, continueUpload };
};
