import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

/*
 * Loaded first in a confined process. Node's permissions do not cover the network in this version, so every function of
 * the standard library that opens a connection is replaced. Where the system has a sandbox, it also covers native code.
 */

const refuse = (): never => {
  throw Object.assign(new Error('Access to the network is restricted'), { code: 'ERR_ACCESS_DENIED' });
};

/** Replaces all functions of a module or prototype, documented or not. */
const disable = (target: object, only?: readonly string[]): void => {
  for (const key of only ?? Object.getOwnPropertyNames(target)) {
    const found = Object.getOwnPropertyDescriptor(target, key);
    if (!found?.configurable || typeof found.value !== 'function' || key === 'constructor') continue;
    Object.defineProperty(target, key, { ...found, value: refuse });
  }
};

disable(net.Socket.prototype, ['connect']);
disable(net.Server.prototype, ['listen', '_listen2']);
disable(net, ['connect', 'createConnection', 'createServer', '_createServerHandle', 'Server']);
disable(tls, ['connect', 'createServer', 'TLSSocket', 'Server']);
disable(dgram.Socket.prototype);
disable(dgram);
disable(dns.promises.Resolver.prototype);
disable(dns.Resolver.prototype);
disable(dns.promises);
disable(dns);
disable(http, ['request', 'get', 'createServer', 'Agent', 'Server', 'ClientRequest']);
disable(https, ['request', 'get', 'createServer', 'Agent', 'Server']);
disable(http2, ['connect', 'createServer', 'createSecureServer', 'performServerHandshake']);
syncBuiltinESMExports();
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
