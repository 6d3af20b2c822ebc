/** A job failed: the document is broken, encrypted or unsupported, the worker crashed, or the job timed out. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  /** The document is not the cause: a retry may succeed. */
  readonly isTransient: boolean;
  constructor(message: string, { isTransient = false }: { readonly isTransient?: boolean } = {}) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** For a `RenderError` of which the document is not the cause. */
export const transient = { isTransient: true };
