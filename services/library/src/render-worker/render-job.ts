/** A document of the file store, by key: each job reads a copy. */
export type Source = { readonly key: string; readonly copyTo: (path: string) => Promise<void> };

/** A job for the render worker. Only paths cross the process boundary: file contents stay out of the service's memory. */
export type RenderJob<S = Source> =
  | {
      readonly kind: 'cut';
      readonly source: S;
      readonly target: string;
      /** The first page of the sample in the document. */
      readonly first: number;
      readonly pages: number;
      readonly expectedPages: number;
    }
  | {
      readonly kind: 'draw';
      readonly source: S;
      readonly target: string;
      readonly page: number;
      readonly width: number;
    }
  | { readonly kind: 'watermark'; readonly source: S; readonly target: string }
  | { readonly kind: 'mark-epub'; readonly source: S; readonly target: string; readonly code: string };

/** `interactive`: a request waits for the result. `background`: warm-up. */
export type Priority = 'interactive' | 'background';

export type RenderRequest = { readonly id: number; readonly job: RenderJob<string> };
/** `problem` is an error message for the log; readers never see it. */
export type RenderResult = { readonly id: number; readonly problem: string | null };
