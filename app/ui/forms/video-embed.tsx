import { Link } from '@shopify/polaris';
import { videoEmbed } from '#app/core/media.ts';
import { useText } from '../i18n/use-text.ts';

/** A film of a host that we embed, 490 × 276; another address is a link. */
export function VideoEmbed({ src, title }: { src: string; title: string }) {
  const t = useText();
  const embed = videoEmbed(src);
  if (!embed) {
    return (
      <Link url={src} target="_blank">
        {t('common:upload.open')}
      </Link>
    );
  }
  return (
    <iframe
      className="souk-video"
      src={embed}
      title={title}
      width={490}
      height={276}
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      allow="fullscreen; picture-in-picture"
    />
  );
}
