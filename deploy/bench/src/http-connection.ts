import { connect } from 'node:net';
import { HEAD_END, type RawRequest, readResponses, statusOf } from './raw-http.ts';

/** A keep-alive connection for one request at a time. */
export type HttpConnection = {
  /** @returns the body. @throws Error when the status is not 2xx or the connection closes */
  readonly request: (rawCheck: RawRequest) => Promise<string>;
  readonly [Symbol.dispose]: () => void;
};

/** HTTP over a plain socket: `fetch` costs several times as much CPU, on the cores that are measured. */
export const openConnection = (url: string): HttpConnection => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let pending: PromiseWithResolvers<string> | null = null;
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    pending?.reject(broken);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error(`${url} closed the connection`)));
  const read = readResponses((pieces) => {
    const status = statusOf(pieces[0]);
    const answer = Buffer.concat(pieces).toString();
    const end = answer.indexOf(HEAD_END);
    if (status < 200 || status > 299) pending?.reject(new Error(`${url} answers ${answer.slice(9)}`));
    else if (/^transfer-encoding:/im.test(answer.slice(0, end)))
      pending?.reject(new Error(`${url} answers in chunks, which are not supported here`));
    else pending?.resolve(answer.slice(end + HEAD_END.length));
  });
  socket.on('data', read);
  return {
    request: (rawCheck) => {
      if (broken) return Promise.reject(broken);
      pending = Promise.withResolvers<string>();
      socket.write(rawCheck);
      return pending.promise;
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
};
