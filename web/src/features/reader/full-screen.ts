export const supportsFullScreen = (): boolean => document.fullscreenEnabled ?? false;

/** Shows the page on the full screen, or no longer. */
export const toggleFullScreen = (): void => {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
};
