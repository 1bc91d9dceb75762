import { Icon, Link } from '@shopify/polaris';
import { PlayIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import { videoEmbed } from '#app/core/media.ts';
import { useText } from '../i18n/use-text.ts';

/**
 * A film of a host that we embed, 490 × 276; another address is a link. The host hears of nobody who only looks at the page:
 * its player is loaded when the cover is pressed.
 */
export function VideoEmbed({ src, title }: { src: string; title: string }) {
  const t = useText();
  const [playing, setPlaying] = useState(false);
  const embed = videoEmbed(src);
  if (!embed) {
    return (
      <Link url={src} target="_blank">
        {t('common:upload.open')}
      </Link>
    );
  }
  if (!playing) {
    return (
      <button
        type="button"
        className="souk-video souk-video-cover"
        onClick={() => {
          setPlaying(true);
        }}
      >
        <Icon source={PlayIcon} />
        <span>{t('common:upload.play', { title })}</span>
        <span className="souk-video-host">{new URL(embed).hostname}</span>
      </button>
    );
  }
  return (
    <iframe
      className="souk-video"
      src={embed}
      title={title}
      width={490}
      height={276}
      referrerPolicy="strict-origin-when-cross-origin"
      allow="fullscreen; picture-in-picture"
    />
  );
}
