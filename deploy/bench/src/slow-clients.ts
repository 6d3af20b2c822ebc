/** Process of `slow-sockets`: keeps slow connections of six kinds open and reports their number. Arguments: URL, count. */
import { connect, type Socket } from 'node:net';
import process from 'node:process';

export type SlowClients = { readonly url: string; readonly count: number };

type Kind = {
  readonly firstBytes: string;
  /** Written every second. */
  readonly drip?: string;
  readonly reads?: false;
};

const POST =
  'POST /api/payments/webhooks/stripe HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n';
const LIST = 'GET /api/ebooks?limit=100 HTTP/1.1\r\nhost: bench\r\n\r\n';
const kinds: readonly Kind[] = [
  { firstBytes: 'GET /api/ebooks HTTP/1.1\r\nhost: bench\r\nx-slow: ', drip: 'a' },
  { firstBytes: `${POST}content-length: 2000\r\n\r\n{`, drip: ' ' },
  { firstBytes: `${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, drip: '1\r\n \r\n' },
  { firstBytes: LIST.repeat(6), reads: false },
  { firstBytes: '' },
  { firstBytes: 'GET /api/payments/options HTTP/1.1\r\nhost: bench\r\n\r\n' },
];
const ADDRESSES = 40;
const REOPEN_MS = 5_000;

const [url = '', count = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const sockets = Number(count);
const open = new Set<Socket>();
let isStopping = false;

const keepOpen = (n: number): void => {
  const { firstBytes, drip, reads = true } = kinds[n % kinds.length] ?? { firstBytes: '' };
  const localAddress = `127.0.1.${1 + (n % ADDRESSES)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  open.add(socket);
  socket.on('error', () => {});
  if (reads) socket.resume();
  else socket.pause();
  if (firstBytes) socket.write(firstBytes);
  const timer = drip ? setInterval(() => socket.write(drip), 1_000) : undefined;
  socket.on('close', () => {
    clearInterval(timer);
    open.delete(socket);
    // the gateway closed it: a slow client reconnects
    if (!isStopping) setTimeout(() => keepOpen(n), REOPEN_MS * (0.5 + Math.random()));
  });
};

process.on('message', (word: 'count' | 'stop') => {
  if (word === 'stop') {
    isStopping = true;
    for (const socket of open) socket.destroy();
  }
  process.send?.(open.size);
});
for (let n = 0; n < sockets; n += 1) setTimeout(() => keepOpen(n), (n * 2_000) / sockets);
