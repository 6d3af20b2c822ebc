/** One request passed on to a service and its answer passed back, unread, without holding either. */
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';

/** What concerns one connection ends at it (RFC 9110, 7.6.1); that a visitor waits for a 100 was answered by us. */
const ONE_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** Said by services, of no use to anyone outside. */
const NOT_FOR_VISITORS = new Set([...ONE_HOP, 'transfer-encoding', 'server', 'x-powered-by']);

export type Passage = {
  readonly hostname: string;
  readonly port: string;
  readonly agent: Agent;
  /** With its query, as the service knows it. */
  readonly path: string;
  /** Names a visitor may not send. */
  readonly withheld: ReadonlySet<string>;
  /** Sent in the place of what was withheld: name, value, name, value. */
  readonly added: readonly string[];
  /** Set on every answer; a service's own word for one of them goes first. */
  readonly ours: readonly (readonly [name: string, value: string])[];
  readonly onAnswer: () => void;
  /** It broke before or in the middle of its answer; not when the visitor left. */
  readonly onError: () => void;
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const headersOut = (incoming: IncomingMessage, { withheld, added }: Passage): string[] => {
  const { headers, method } = incoming;
  const out = [...added];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ONE_HOP.has(name) || withheld.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) out.push(name, one);
  }
  if (headers['content-length'] === undefined && !hasBody(incoming) && method !== 'GET' && method !== 'HEAD')
    out.push('content-length', '0');
  return out;
};

const headersBack = ({ rawHeaders }: IncomingMessage, ours: Passage['ours']): string[] => {
  const back: string[] = [];
  const said = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (NOT_FOR_VISITORS.has(name)) continue;
    said.add(name);
    back.push(name, rawHeaders[at + 1] ?? '');
  }
  for (const [name, value] of ours) if (!said.has(name)) back.push(name, value);
  return back;
};

const passBack = (answer: IncomingMessage, response: ServerResponse): void => {
  answer.on('data', (part: Buffer) => {
    if (response.write(part)) return;
    answer.pause();
    response.once('drain', () => answer.resume());
  });
  answer.once('end', () => response.end());
};

/** Begins at once; the answer is written to `response` when it comes. */
export const forward = (
  incoming: IncomingMessage,
  response: ServerResponse,
  passage: Passage,
): ClientRequest => {
  const { hostname, port, agent, path } = passage;
  const headers = headersOut(incoming, passage);
  const outgoing = request({ hostname, port, agent, path, method: incoming.method, headers });
  let isOver = false;
  const fail = (): void => {
    if (isOver) return;
    isOver = true;
    incoming.unpipe(outgoing);
    passage.onError();
  };

  outgoing.once('response', (answer) => {
    passage.onAnswer();
    response.writeHead(answer.statusCode ?? 502, headersBack(answer, passage.ours));
    passBack(answer, response);
    answer.on('error', fail);
    // answered before it had read everything: the rest is read and forgotten, so that the visitor sees the answer
    answer.once('end', () => {
      isOver = true;
      if (outgoing.writableFinished) return;
      incoming.unpipe(outgoing).resume();
      outgoing.destroy();
    });
  });
  outgoing.on('error', fail);
  response.once('close', () => {
    isOver = true;
    if (!response.writableFinished) outgoing.destroy();
  });
  if (hasBody(incoming)) incoming.pipe(outgoing);
  else outgoing.end();
  return outgoing;
};
