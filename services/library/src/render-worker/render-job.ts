/** Work for the press. Only paths travel: the bytes stay on disk and out of the service's memory. */
export type PressWork =
  | {
      readonly kind: 'cut';
      readonly source: string;
      readonly target: string;
      readonly pages: number;
      readonly expectedPages: number;
    }
  | {
      readonly kind: 'draw';
      readonly source: string;
      readonly target: string;
      readonly page: number;
      readonly width: number;
    }
  | { readonly kind: 'seal'; readonly source: string; readonly target: string };

export type PressOrder = { readonly id: number; readonly work: PressWork };
/** `problem` is a sentence for the log, never shown to a reader. */
export type PressAnswer = { readonly id: number; readonly problem: string | null };
