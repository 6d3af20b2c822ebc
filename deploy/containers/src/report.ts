import process from 'node:process';

/** Prints each check when it is done and counts the failed ones. */
export const openReport = () => {
  const began = performance.now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const print = (word: string, text: string): void => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(0).padStart(5);
    process.stdout.write(`${word.padEnd(8)}${seconds} s  ${text}\n`);
  };
  return {
    note: (text: string): void => print('', text),
    check: (name: string, ok: boolean, detail: unknown = ''): void => {
      counts[ok ? 'passed' : 'failed'] += 1;
      const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
      print(ok ? 'ok' : 'FAILED', !ok && text ? `${name}: ${text}` : name);
    },
    skip: (name: string, reason: string): void => {
      counts.skipped += 1;
      print('SKIPPED', `${name}: ${reason}`);
    },
    /** @returns how many checks failed */
    finish: (): number => {
      print('', `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      return counts.failed;
    },
  };
};
export type Report = ReturnType<typeof openReport>;
