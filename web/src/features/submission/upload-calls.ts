import { routes } from 'virtual:satrangi-routes/lazy';
import type { Problem } from '@satrangi/contracts';
import { ApiError, NotJsonError, urlOf } from '@satrangi/contracts/pure';
import { type BytesRequest, type SentAnswer, sendBytes } from '@satrangi/kit/browser/send-bytes';

const { createUpload, readUpload, continueUpload, finishUpload, uploadDrive } = routes.publishing;

/** Version 1.0 of the protocol of resumable uploads (https://tus.io/protocols/resumable-upload). */
const TUS = { 'tus-resumable': '1.0.0' };

/** @throws ApiError for a problem response, NotJsonError for another error without JSON */
const checked = (answer: SentAnswer, url: string): SentAnswer => {
  if (answer.status < 400) return answer;
  const type = answer.header('content-type') ?? '';
  // the answer of a HEAD request has no body
  if (!type.includes('json') || answer.text === '') throw new NotJsonError(answer.status, type, url);
  throw new ApiError(JSON.parse(answer.text) as Problem);
};

const call = async (request: BytesRequest): Promise<SentAnswer> =>
  checked(await sendBytes(request), request.url);

/** @throws NotJsonError when the answer is no link, such as a page of a proxy with status 200 */
const linkOf = (answer: SentAnswer, url: string): string => {
  const type = answer.header('content-type') ?? '';
  if (!type.includes('json')) throw new NotJsonError(answer.status, type, url);
  return (JSON.parse(answer.text) as { driveLink: string }).driveLink;
};

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

type Options = Pick<BytesRequest, 'signal' | 'onProgress'>;

/** The calls of an upload. All but `finish` report progress; each throws ConnectionLostError without an answer. */
export const uploadCalls = {
  /** Sends a whole file. @returns its link */
  whole: async (file: File, options: Options): Promise<string> => {
    const body = new FormData();
    body.append('file', file);
    const url = urlOf('/api', uploadDrive);
    return linkOf(await call({ method: 'POST', url, body, ...options }), url);
  },
  /** Begins a resumable upload. @returns its id */
  create: async ({ name, type, size }: File, { signal }: Options): Promise<string> => {
    const metadata = [`filename ${base64(name)}`, ...(type ? [`filetype ${base64(type)}`] : [])].join(',');
    const { header } = await call({
      method: 'POST',
      url: urlOf('/api', createUpload),
      headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata },
      signal,
    });
    return header('location')?.split('/').at(-1) ?? '';
  },
  /** @returns how many bytes of an upload have arrived */
  offset: async (id: string, { signal }: Options): Promise<number> => {
    const url = urlOf('/api', readUpload, { params: { id } });
    const { header } = await call({ method: 'HEAD', url, headers: TUS, signal });
    return Number(header('upload-offset'));
  },
  /** Sends a part. @returns how many bytes have arrived with it */
  part: async (id: string, offset: number, body: Blob, options: Options): Promise<number> => {
    const { header } = await call({
      method: 'PATCH',
      url: urlOf('/api', continueUpload, { params: { id } }),
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
      ...options,
    });
    return Number(header('upload-offset'));
  },
  /** Ends a complete upload. @returns the link of the file */
  finish: async (id: string, { signal }: Options): Promise<string> => {
    const url = urlOf('/api', finishUpload, { params: { id } });
    return linkOf(await call({ method: 'POST', url, signal }), url);
  },
};
