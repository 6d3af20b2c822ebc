import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * The HTTP server of a service. It has no time limit for a whole request, because uploads may take long; the gateway ends
 * those that are too slow.
 */
export const createServiceServer = (listener: RequestListener): Server =>
  createServer({ keepAliveTimeout: 65_000, headersTimeout: 10_000, requestTimeout: 0 }, listener);
