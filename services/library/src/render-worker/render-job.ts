/** A job for the render worker. Only paths cross the process boundary: file contents stay out of the service's memory. */
export type RenderJob =
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
  | { readonly kind: 'watermark'; readonly source: string; readonly target: string };

/** `interactive`: a request waits for the result. `background`: warm-up. */
export type Priority = 'interactive' | 'background';

export type RenderRequest = { readonly id: number; readonly job: RenderJob };
/** `problem` is an error message for the log; readers never see it. */
export type RenderResult = { readonly id: number; readonly problem: string | null };
