import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** Opens a connection, with TLS for https, and sends `greeting`. @returns the first bytes of the reply; '' without a greeting */
export const openConnection = async (
  url: URL,
  { port, signal, greeting }: { port: number; signal: AbortSignal; greeting?: string },
): Promise<string> => {
  const isSecure = url.protocol === 'https:';
  // an IPv6 address has brackets in a URL
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const at = { host, port: Number(url.port || port) };
  const socket = isSecure ? connectSecure({ ...at, servername: host }) : connect(at);
  const stop = (): void => void socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    if (greeting === undefined) return '';
    socket.write(greeting);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString('latin1');
  } finally {
    signal.removeEventListener('abort', stop);
    socket.on('error', () => {});
    socket.destroy();
  }
};
