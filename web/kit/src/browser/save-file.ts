/** Downloads a blob. File names contain no personal data. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
