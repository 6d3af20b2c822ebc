import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { loadBetweenRequests } from './loading.ts';
import type { Reply, Server, ServerSettings } from './mongo/commands/command.ts';
import { createCursors } from './mongo/commands/cursors.ts';
import { runCommand } from './mongo/commands/run.ts';
import { encodeComputed } from './mongo/documents.ts';
import { createEngine } from './mongo/engine.ts';
import { commandFailure } from './mongo/errors.ts';
import { frameReply, HEADER_BYTES, MAX_MESSAGE_BYTES, parseRequest, type Request } from './mongo/wire.ts';
import { closeToOthers, prepareSocket } from './socket.ts';
import type { Store } from './store/store.ts';

export type ListenOptions = {
  readonly store: Store;
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  /** A Unix socket or named pipe instead of host and port. */
  readonly socket?: string;
  readonly settings: ServerSettings;
  /** The bytes of documents in memory; the others are read from the store. */
  readonly residentBytes: number;
  /** Interval of the TTL sweep, in milliseconds. */
  readonly expireEveryMs: number;
  /** Called once when the store fails to write a change: nothing after it may be acknowledged. */
  readonly onStoreFailure: (error: unknown) => void;
};

export type Listening = {
  readonly port: number;
  /** Completes and stores requests in progress, then closes. Safe to call twice. */
  readonly close: () => Promise<void>;
};

/**
 * Group commit: all commands of one turn of the event loop share one transaction, and no response that could
 * show a change is sent before that change is on disk.
 */
const groupCommit = (server: Server, store: Store, fail: (error: unknown) => void) => {
  let waiting: (() => void)[] = [];
  let hasFailed = false;

  const flush = (): void => {
    const answers = waiting;
    waiting = [];
    if (hasFailed) return;
    try {
      if (server.engine.hasPending()) store.commit(server.engine.takePending());
      server.engine.settle();
    } catch (error) {
      hasFailed = true;
      fail(error);
      return;
    }
    for (const answer of answers) answer();
  };

  return {
    flush,
    fail: (error: unknown): void => {
      hasFailed = true;
      fail(error);
    },
    afterCommit: (answer: () => void): void => {
      if (hasFailed) return;
      if (!server.engine.hasPending()) {
        server.engine.settle();
        answer();
        return;
      }
      if (waiting.push(answer) === 1) setImmediate(flush);
    },
  };
};

/** A failed read ends the server, also in a command that would answer it as an error of one of its statements. */
const watchReads = (store: Store, fail: (error: unknown) => void): Store => {
  const watched =
    (read: Store['documentsFrom']): Store['documentsFrom'] =>
    (...place) => {
      try {
        return read(...place);
      } catch (error) {
        fail(error);
        throw error;
      }
    };
  return {
    ...store,
    documentsFrom: watched(store.documentsFrom),
    documentsAt: watched(store.documentsAt),
  };
};

const attempt = (server: Server, request: Request, connection: number): Reply => {
  try {
    return runCommand(server, request, connection);
  } catch (error) {
    return commandFailure(error);
  }
};

const bytesOf = (reply: Reply): Uint8Array => (reply instanceof Uint8Array ? reply : encodeComputed(reply));

const replyBytes = (reply: Reply): Uint8Array => {
  try {
    return bytesOf(reply);
  } catch (error) {
    return bytesOf(commandFailure(error));
  }
};

type Commits = ReturnType<typeof groupCommit>;

/** Answers the messages of a connection. */
const requestHandler =
  (server: Server, commits: Commits) =>
  (socket: Socket, connection: number, message: Buffer): void => {
    let request: Request;
    try {
      request = parseRequest(message);
    } catch (error) {
      socket.write(frameReply(message.readInt32LE(4), false, encodeComputed(commandFailure(error))));
      return;
    }
    const { id, isLegacy, wantsReply } = request;
    const reply = attempt(server, request, connection);
    commits.afterCommit(() => {
      if (wantsReply && !socket.destroyed) socket.write(frameReply(id, isLegacy, replyBytes(reply)));
    });
  };

/**
 * Splits a stream of bytes into messages; a large one is assembled once, when it is complete. Throws
 * when the stream is no MongoDB traffic.
 */
const messageReader = (onMessage: (message: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let available = 0;
  let expected = LENGTH_BYTES;
  const joined = (): Buffer => {
    const [only] = chunks;
    return only && chunks.length === 1 ? only : Buffer.concat(chunks);
  };
  return (chunk: Buffer): void => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= expected) {
      const bytes = joined();
      chunks = [bytes];
      const length = bytes.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new Error('not a MongoDB message');
      expected = length;
      if (available < length) return;
      expected = LENGTH_BYTES;
      available -= length;
      chunks = available > 0 ? [bytes.subarray(length)] : [];
      onMessage(bytes.subarray(0, length));
    }
  };
};

/** The field with the length of a message. */
const LENGTH_BYTES = 4;

const listen = (net: NetServer, { port, host, socket }: ListenOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    net.once('error', reject);
    const listening = (): void => {
      const address = net.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    };
    if (socket === undefined) return void net.listen(port, host, listening);
    prepareSocket(socket);
    net.listen(socket, () => {
      closeToOthers(socket);
      listening();
    });
  });

/** Serves the MongoDB protocol over TCP or a socket. */
export const serve = async (options: ListenOptions): Promise<Listening> => {
  const { store, settings, residentBytes } = options;
  let failReads = (_error: unknown): void => undefined;
  const engine = createEngine(
    watchReads(store, (error) => failReads(error)),
    { residentBytes },
  );
  const server: Server = { engine, cursors: createCursors(), settings };
  const sockets = new Set<Socket>();
  let lastConnection = 0;

  const abandon = (error: unknown): void => {
    for (const socket of sockets) socket.destroy();
    options.onStoreFailure(error);
  };
  const commits = groupCommit(server, store, abandon);
  failReads = commits.fail;

  const loading = loadBetweenRequests(engine);
  const handle = requestHandler(server, commits);

  const net = createServer((socket) => {
    const connection = ++lastConnection;
    sockets.add(socket);
    socket.setNoDelay(true);
    const read = messageReader((message) => {
      handle(socket, connection, message);
      loading.requested();
    });
    socket.on('data', (chunk) => {
      try {
        read(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      } catch {
        socket.destroy();
      }
    });
    // A disconnect by the client is no error; 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });

  const housekeeping = setInterval(() => {
    const now = new Date();
    server.engine.expire(now);
    server.cursors.dropIdle(now.getTime());
    commits.flush();
    store.removeTraces();
  }, options.expireEveryMs);
  housekeeping.unref();

  const port = await listen(net, options);

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(housekeeping);
    loading.stop();
    const closed = new Promise<void>((resolve) => net.close(() => resolve()));
    commits.flush();
    for (const socket of sockets) socket.destroySoon();
    await closed;
    // Requests that arrived while the sockets were closing.
    commits.flush();
    store.close();
  };
  return {
    port,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
