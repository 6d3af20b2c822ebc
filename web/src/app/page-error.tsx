import { Button } from '@satrangi/kit';

/** A page that failed to load, usually because a newer release replaced its code. */
export function PageError() {
  return (
    <main className="wrap" id="main">
      <h1>This page did not open.</h1>
      <p role="alert">Something went wrong while loading it.</p>
      <Button tone="primary" onClick={() => location.reload()}>
        Try again
      </Button>
    </main>
  );
}
