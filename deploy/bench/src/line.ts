import { connect } from 'node:net';
import { answersTo, HEAD_END, type Shot, statusOf } from './wire.ts';

/** A connection that stays open, for one question at a time. */
export type Line = {
  /** The body of the answer. @throws Error when it is not 2xx, or does not come */
  readonly ask: (question: Shot) => Promise<string>;
  readonly [Symbol.dispose]: () => void;
};

/** For answers that are read. `fetch` costs some times as much, and the generator works on the cores it measures. */
export const openLine = (url: string): Line => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let asked: PromiseWithResolvers<string> | null = null;
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    asked?.reject(broken);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error(`${url} ended a connection`)));
  const take = answersTo((pieces) => {
    const status = statusOf(pieces[0]);
    const answer = Buffer.concat(pieces).toString();
    const end = answer.indexOf(HEAD_END);
    if (status < 200 || status > 299) asked?.reject(new Error(`${url} answers ${answer.slice(9)}`));
    else if (/^transfer-encoding:/im.test(answer.slice(0, end)))
      asked?.reject(new Error(`${url} answers in chunks, which nobody puts together here`));
    else asked?.resolve(answer.slice(end + HEAD_END.length));
  });
  socket.on('data', take);
  return {
    ask: (question) => {
      if (broken) return Promise.reject(broken);
      asked = Promise.withResolvers<string>();
      socket.write(question);
      return asked.promise;
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
};
