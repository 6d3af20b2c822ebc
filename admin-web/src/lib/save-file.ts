/** Saves a file that was loaded: the browser asks nothing and shows nothing of it. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser reads it after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
