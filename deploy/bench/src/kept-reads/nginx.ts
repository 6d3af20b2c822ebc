import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { untilReady } from '@satrangi/start';
import { stop } from '../metrics/cold-start.ts';

export type SameBytes = {
  readonly dir: string;
  readonly port: number;
  /** Body of the response, a file. */
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** One worker that keeps the file open and sends it with the headers of the gateway. */
const configOf = ({ dir, port, file, headers }: SameBytes): string => {
  const { 'content-type': type = 'application/json', ...others } = headers;
  const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  // its worker has another user otherwise, who can not read the folder of this run
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `
${user}
daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=16 inactive=1h;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  types { }
  default_type ${quoted(type)};
  server {
    listen 127.0.0.1:${port};
    root ${path.dirname(file)};
    location / { try_files /${path.basename(file)} =404; ${added.join(' ')} }
  }
}
`;
};

/** nginx with one worker, until disposed. */
export const startNginx = async (bytes: SameBytes): Promise<AsyncDisposable> => {
  mkdirSync(bytes.dir, { recursive: true });
  const config = path.join(bytes.dir, 'nginx.conf');
  writeFileSync(config, configOf(bytes));
  const child: ChildProcess = spawn('nginx', ['-c', config, '-p', bytes.dir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await untilReady(`http://127.0.0.1:${bytes.port}/`, 10_000);
  return { [Symbol.asyncDispose]: () => stop(child) };
};
