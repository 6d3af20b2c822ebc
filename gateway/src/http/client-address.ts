import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The client's address, as Express' `trust proxy` computes it: each trusted proxy appends the address it saw to
 * `x-forwarded-for`. Without trusted proxies it is the address of the socket, and the header is ignored.
 * @param trusted number of trusted proxies in front of the gateway
 */
export const clientAddress = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: number,
): string | undefined => {
  const forwarded = trusted > 0 ? String(headers['x-forwarded-for'] ?? '') : '';
  const hops = forwarded
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return trusted > 0 ? (hops.at(-trusted) ?? hops[0] ?? socket.remoteAddress) : socket.remoteAddress;
};

/** The key under which an address is counted: IPv6 addresses by their prefix. */
export const addressKey = (address: string | undefined): string => ipKeyGenerator(address ?? '0.0.0.0');
