import { vi } from 'vitest';

/** An EventSource the test speaks through. */
class FakeStream {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  addEventListener(): void {}
  close(): void {
    this.closed = true;
  }
}

/** Puts streams that the test speaks through in the place of the browser's. @returns those that are opened from now on */
export const stubStreams = (): readonly FakeStream[] => {
  const opened: FakeStream[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor(url: string) {
        super(url);
        opened.push(this);
      }
    },
  );
  return opened;
};

/** Says on every stream that something of this kind has happened. */
export const tellAll = (streams: readonly FakeStream[], type: string): void => {
  for (const { onmessage } of streams) onmessage?.({ data: JSON.stringify({ type, id: 'x' }) });
};
