import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The visitor's address, as Express' `trust proxy` counts it: each trusted proxy adds the address it saw at the end of
 * `x-forwarded-for`. Without trusted proxies it is whoever is connected, whatever they claim.
 * @param trusted how many proxies stand in front of us
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
