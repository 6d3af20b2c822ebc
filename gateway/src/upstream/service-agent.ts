import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';

const CONNECT_MS = 1_000;

/** Kept connections to services. One that can not be made in a second is not worth waiting for (reliability P26). */
export const serviceAgent = (options: AgentOptions = {}, connectMs = CONNECT_MS): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 64, ...options });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...details) => {
    const socket = connect(...details) as Socket;
    const late = setTimeout(() => {
      socket.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }));
    }, connectMs);
    const done = (): void => clearTimeout(late);
    socket.once('connect', done).once('close', done);
    return socket;
  };
  return agent;
};
