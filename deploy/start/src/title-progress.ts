/** Number of progress lines when the output is not a terminal. */
const LINES = 4;

export type Terminal = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

/** Prints seeding progress: one updated line in a terminal, else a few lines. `end` prints the summary. */
export const titleProgress = (terminal: Terminal) => {
  const began = performance.now();
  let printed = 0;
  return {
    show: (done: number, total: number): void => {
      const text = `  titles     ${done} of ${total}`;
      const quarter = Math.floor((done * LINES) / total);
      if (terminal.isTTY) terminal.write(`\r\u001b[2K${text}`);
      else if (done < total && quarter > printed) terminal.write(`${text}\n`);
      printed = Math.max(printed, quarter);
    },
    end: (details: string): void => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      terminal.write(`${terminal.isTTY ? '\r\u001b[2K' : ''}  titles     ${seconds} s   ${details}\n`);
    },
  };
};
