import { useEffect, useRef } from 'react';
import { captionLanguageOf } from '../../lib/caption-language.ts';
import cues from '../../lib/cues.module.css';
import { languageName } from '../../lib/language-name.ts';
import { useVideoPreferences } from '../../lib/video-preferences.ts';
import { type ClipOwner, clipCaptionsUrl, clipLanguages, clipUrl } from './clip-files.ts';

/** The free clip of a film, which plays at once, with its captions where it has any. */
export function FilmClip({
  item,
  poster,
  onFail,
}: {
  readonly item: ClipOwner;
  readonly poster: string | null;
  readonly onFail: () => void;
}) {
  const player = useRef<HTMLVideoElement>(null);
  const { captions: isOn } = useVideoPreferences();
  const languages = clipLanguages(item);
  const first = isOn ? captionLanguageOf(languages) : undefined;

  useEffect(() => {
    player.current?.focus();
    player.current?.play().catch(() => undefined);
  }, []);

  return (
    <div className={cues.cues}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are tracks below, where the clip has any */}
      <video
        ref={player}
        src={clipUrl(item)}
        poster={poster ?? undefined}
        controls
        playsInline
        disablePictureInPicture
        controlsList="nodownload"
        aria-label="Clip"
        tabIndex={0}
        onError={onFail}
      >
        {languages.map((language) => (
          <track
            key={language}
            kind="captions"
            srcLang={language}
            label={languageName(language)}
            src={clipCaptionsUrl(item, language)}
            default={language === first}
          />
        ))}
      </video>
    </div>
  );
}
