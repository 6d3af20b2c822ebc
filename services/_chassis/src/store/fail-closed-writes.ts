import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** The parts of the driver's private connection class that are used here. */
type DriverConnection = {
  readonly socket: Socket;
  readonly closed: boolean;
  cleanup: (error: Error) => void;
};

/**
 * Corrects a defect of the MongoDB driver (7.8 and 7.9): a write to a socket that is destroyed but has not emitted
 * `close` yet waits for `drain`, which never comes. The operation never ends; if it is a heartbeat, the driver never
 * notices that the store is back. Here the closing of a connection fails such a write (decision 0062).
 * @throws Error when the driver's class has changed: check then whether the defect is fixed
 */
export const failClosedWrites = (): void => {
  // the copy of the driver that mongoose uses
  const require = createRequire(import.meta.resolve('mongoose'));
  const { Connection } = require('mongodb/lib/cmap/connection') as {
    Connection?: { prototype: DriverConnection };
  };
  const cleanup = Connection?.prototype.cleanup;
  if (!Connection || typeof cleanup !== 'function')
    throw new Error('the class Connection of the driver has changed');
  Connection.prototype.cleanup = function (error) {
    if (this.closed) return;
    cleanup.call(this, error);
    if (this.socket.listenerCount('drain') > 0) this.socket.emit('error', error);
  };
};
