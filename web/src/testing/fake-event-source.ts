import { vi } from 'vitest';

/** An EventSource controlled by the test. */
class FakeEventSource {
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

/** Replaces the browser's EventSource. @returns the streams opened from now on */
export const stubEventSource = (): readonly FakeEventSource[] => {
  const opened: FakeEventSource[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends FakeEventSource {
      constructor(url: string) {
        super(url);
        opened.push(this);
      }
    },
  );
  return opened;
};

/** Sends a message of this type on every stream. */
export const sendToAll = (streams: readonly FakeEventSource[], type: string): void => {
  for (const { onmessage } of streams) onmessage?.({ data: JSON.stringify({ type, id: 'x' }) });
};
