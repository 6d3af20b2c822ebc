import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

/*
 * Loaded before anything else of a confined process. Node's permissions do not cover the network in this version, so
 * every way of its standard library to one is replaced here. The sandbox of the system, where there is one, holds also
 * against code that does not come through the standard library.
 */

const refuse = (): never => {
  throw Object.assign(new Error('Access to the network is restricted'), { code: 'ERR_ACCESS_DENIED' });
};

/** Replaces every function of a module or prototype, also those that are not documented. */
const close = (target: object, only?: readonly string[]): void => {
  for (const key of only ?? Object.getOwnPropertyNames(target)) {
    const found = Object.getOwnPropertyDescriptor(target, key);
    if (!found?.configurable || typeof found.value !== 'function' || key === 'constructor') continue;
    Object.defineProperty(target, key, { ...found, value: refuse });
  }
};

close(net.Socket.prototype, ['connect']);
close(net.Server.prototype, ['listen', '_listen2']);
close(net, ['connect', 'createConnection', 'createServer', '_createServerHandle', 'Server']);
close(tls, ['connect', 'createServer', 'TLSSocket', 'Server']);
close(dgram.Socket.prototype);
close(dgram);
close(dns.promises.Resolver.prototype);
close(dns.Resolver.prototype);
close(dns.promises);
close(dns);
close(http, ['request', 'get', 'createServer', 'Agent', 'Server', 'ClientRequest']);
close(https, ['request', 'get', 'createServer', 'Agent', 'Server']);
close(http2, ['connect', 'createServer', 'createSecureServer', 'performServerHandshake']);
syncBuiltinESMExports();
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
