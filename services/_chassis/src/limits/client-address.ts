import { sameSecret } from '../http/auth.ts';
import type { Exchange } from '../http/mount-api.ts';
import { clientAddressOf } from './rate-limit.rules.ts';

/** The visitor's address of a request that came through the gateway, or directly. */
export const clientAddress = ({ request }: Pick<Exchange, 'request'>, internalSecret: string): string =>
  clientAddressOf({
    socketAddress: request.socket.remoteAddress,
    clientIp: request.get('x-client-ip'),
    isInternal: sameSecret(request.get('x-internal-secret'), internalSecret),
  });
