import { posix } from 'node:path';
import type { XmlElement } from '@satrangi/chassis/archives';

const SCRIPT_TYPES = /^(application|text)\/(x-)?(java|ecma)script$/;
const REMOTE = /^\s*([a-z][a-z0-9+.-]*:)?\/\//i;

/** A program by its media type or its name. */
export const isScript = (name: string, mediaType: string | undefined): boolean =>
  SCRIPT_TYPES.test(mediaType ?? '') || ['.js', '.mjs'].includes(posix.extname(name).toLowerCase());

/** Elements that run programs, show other pages or send what is typed. */
const ACTIVE = new Set(['script', 'iframe', 'object', 'embed', 'applet', 'form']);

/** True for elements and attributes that run or send something. */
export const isScriptedElement = ({ name, attributes }: XmlElement): boolean =>
  ACTIVE.has(name.toLowerCase()) ||
  [...attributes].some(
    ([attribute, value]) =>
      /^on/i.test(attribute) ||
      (/(^|:)(href|src)$/i.test(attribute) && /^\s*(javascript:|vbscript:|data:text\/html)/i.test(value)),
  );

const LOADED = new Set(['src', 'poster', 'background']);

/** True for CSS that loads something from elsewhere. */
export const isRemoteCss = (css: string): boolean =>
  /(url\(\s*|@import\s+)["']?\s*([a-z][a-z0-9+.-]*:)?\/\//i.test(css);

/** True for elements that load something from elsewhere when they are shown. Links, which a reader follows, do not. */
export const isRemoteElement = ({ name, attributes }: XmlElement): boolean =>
  [...attributes].some(([attribute, value]) => {
    const local = attribute.replace(/^.*:/, '').toLowerCase();
    if (local === 'style') return isRemoteCss(value);
    if (local === 'srcset') return value.split(',').some((each) => REMOTE.test(each));
    return (LOADED.has(local) || (local === 'href' && name !== 'a')) && REMOTE.test(value);
  });
