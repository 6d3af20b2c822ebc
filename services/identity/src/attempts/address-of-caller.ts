import type { Exchange } from '@satrangi/chassis';
import { addressOf } from './attempts.rules.ts';

export const addressOfCaller = ({ request }: Exchange, secret: string): string =>
  addressOf(
    {
      socketAddress: request.socket.remoteAddress,
      clientIpHeader: request.get('x-client-ip'),
      secretHeader: request.get('x-internal-secret'),
    },
    secret,
  );
