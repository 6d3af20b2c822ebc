export { EPUB_TYPE, type Epub, hasEpubSignature, withEpub, XML_MAX_BYTES, xmlOf } from './epub-package.ts';
export {
  type Archive,
  type ArchiveBudget,
  type ArchiveEntry,
  archiveBudget,
  BadArchive,
  isSystemError,
  withArchive,
} from './read-archive.ts';
export { readXml, type XmlElement } from './read-xml.ts';
