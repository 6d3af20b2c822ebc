import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';

const CONNECT_MS = 1_000;

/** Keep-alive connections to services, with a connect timeout (reliability P26). */
export const createServiceAgent = (options: AgentOptions = {}, connectMs = CONNECT_MS): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, ...options });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...details) => {
    const socket = connect(...details) as Socket;
    const timeout = setTimeout(() => {
      socket.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' }));
    }, connectMs);
    const done = (): void => clearTimeout(timeout);
    socket.once('connect', done).once('close', done);
    return socket;
  };
  return agent;
};
