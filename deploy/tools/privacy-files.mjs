/**
 * Finds services without the files of their folder `privacy/`: erasure, data export and ownership of an account. All
 * services use the same names. identity has the accounts themselves and differs.
 */
const ofService = [/^erase-[\w-]+\.ts$/, /^export\.routes\.ts$/, /^owns-anything\.ts$/];
const ofIdentity = [/^erase-account\.ts$/, /^export-account\.ts$/, /^personal-fields\.rules\.ts$/];

/** @param paths of files below the root, with `/` @returns services, and one line for each missing file */
export const missingPrivacyFiles = (paths) => {
  const services = paths.flatMap((file) => /^services\/([^/]+)\/src\/service\.ts$/.exec(file)?.[1] ?? []);
  const lines = services.flatMap((service) => {
    const folder = `services/${service}/src/privacy/`;
    const files = paths.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length));
    return (service === 'identity' ? ofIdentity : ofService)
      .filter((pattern) => !files.some((file) => pattern.test(file)))
      .map((pattern) => `${folder}: no file ${pattern.source}`);
  });
  return { services: services.length, lines };
};
