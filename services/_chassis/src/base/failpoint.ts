/**
 * Named lines at which a test kills the process with SIGKILL. `FAILPOINT=name` kills at the first pass of the line,
 * `FAILPOINT=name:3` at the third. Armed only with `NODE_ENV=test`.
 */
let armed: { readonly name: string; left: number } | undefined;

export const armFailpoint = (setting: string | undefined, nodeEnv: string | undefined): void => {
  if (nodeEnv !== 'test' || !setting) return;
  const [name = '', times = '1'] = setting.split(':');
  armed = { name, left: Number(times) };
};

export const failpoint = (name: string): void => {
  if (armed?.name !== name) return;
  armed.left -= 1;
  if (armed.left <= 0) process.kill(process.pid, 'SIGKILL');
};
