import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * The HTTP server of a service. It has no limit for a whole request: an upload may take any time, and the gateway, which
 * all visitors come through, ends those that are too slow.
 */
export const createServiceServer = (listener: RequestListener): Server =>
  createServer({ keepAliveTimeout: 65_000, headersTimeout: 10_000, requestTimeout: 0 }, listener);
