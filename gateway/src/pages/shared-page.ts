/**
 * The page of a plain link, the same for every code, known or not. It contains neither the name of the site nor the
 * target, so link previews reveal nothing. The button opens the target; `no-referrer` hides this URL from it.
 */
export const sharedPage = (code: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>A page to read</title>
  </head>
  <body>
    <main>
      <h1>A page to read</h1>
      <form method="post" action="/s/${code}">
        <button type="submit">Open</button>
      </form>
    </main>
  </body>
</html>
`;

/** Codes are the letters of ids; anything else is no plain link. */
export const sharedCodeOf = (path: string): string | undefined => /^\/s\/([\w-]{1,64})$/.exec(path)?.[1];
