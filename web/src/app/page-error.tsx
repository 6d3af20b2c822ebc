import { Button } from '@satrangi/kit';

/** A page that could not be shown: usually an old page whose code was replaced by a newer version of the shop. */
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
