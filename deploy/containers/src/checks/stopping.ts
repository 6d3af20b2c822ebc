import type { Report } from '../report.ts';
import { ownParts, type Stack, stores } from '../stack.ts';

/** Exit code after SIGKILL at the end of the grace period. */
const KILLED = '137';

/** `compose stop`: every container exits within its grace period, own images with code 0. */
export const checkStopping = async (stack: Stack, report: Report): Promise<void> => {
  await stack.compose(['stop']);
  for (const part of [...ownParts, ...stores]) {
    const code = await stack.inspect(part, '{{.State.ExitCode}}');
    const isOwn = ownParts.some((own) => own === part);
    report.check(
      `${part} ends within its grace`,
      isOwn ? code === '0' : code !== KILLED,
      `exit code ${code}`,
    );
  }
};
