import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';

const CONNECT_MS = 1_000;
/**
 * Shorter than a service waits between "not ready" and the close of its connections (STOP_WAIT_MS): a request on an idle
 * connection must not cross its close.
 */
const IDLE_MS = 1_000;

/**
 * Keep-alive connections to services, with a connect timeout (reliability P26). Idle ones end before a service that stops
 * closes them (P28).
 */
export const createServiceAgent = (
  options: AgentOptions = {},
  connectMs = CONNECT_MS,
  idleMs = IDLE_MS,
): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, ...options });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...details) => {
    const socket = connect(...details) as Socket;
    const end = (): void => {
      if (socket.connecting)
        socket.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' }));
    };
    // after a busy turn the timer is due before its connection is noticed: that comes first
    const timeout = setTimeout(() => setImmediate(end), connectMs);
    const done = (): void => clearTimeout(timeout);
    socket.once('connect', done).once('close', done);
    return socket;
  };
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const isKept = keep(socket);
    (socket as Socket).setTimeout(idleMs);
    return isKept;
  };
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    (socket as Socket).setTimeout(0);
    reuse(socket, request);
  };
  return agent;
};
