import { Button, Text } from '@shopify/polaris';
import { XIcon } from '@shopify/polaris-icons';
import { useEffect, useRef, useState } from 'react';
import type { MediaItem } from '#app/core/media.ts';
import { useText } from '../i18n/use-text.ts';
import { VideoEmbed } from './video-embed.tsx';

/** A picture or film, at most 600 px high; a picture opens at 800 px when it is pressed. */
export function MediaPreview({ item, name }: { item: MediaItem; name: string }) {
  const t = useText();
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const breaks = (): void => {
    setBroken(true);
  };
  if (item.contentType === 'EXTERNAL_VIDEO') return <VideoEmbed src={item.src} title={name} />;
  if (isBroken) {
    return (
      <p className="souk-media-warning" role="status">
        {t('common:upload.broken')}
      </p>
    );
  }
  if (item.contentType === 'VIDEO') {
    return (
      <video className="souk-media-shown" src={item.src} controls preload="metadata" aria-label={name} onError={breaks}>
        <track kind="captions" />
      </video>
    );
  }
  return (
    <>
      <button
        type="button"
        className="souk-media-open"
        aria-label={t('common:upload.enlarge', { name })}
        onClick={() => {
          setOpen(true);
        }}
      >
        <img className="souk-media-shown" src={item.src} alt={name} onError={breaks} />
      </button>
      <Lightbox
        src={item.src}
        name={name}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
}

type LightboxProps = { src: string; name: string; isOpen: boolean; onClose: () => void };

/** The browser's own dialog keeps the focus inside and closes with Esc. */
function Lightbox({ src, name, isOpen, onClose }: LightboxProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="souk-lightbox" aria-label={name} onClose={onClose}>
      {isOpen ? (
        <>
          <div className="souk-lightbox-head">
            <Text as="p" variant="bodySm" truncate>
              {name}
            </Text>
            <Button variant="tertiary" icon={XIcon} onClick={onClose} accessibilityLabel={t('common:close')} />
          </div>
          <img src={src} alt={name} />
        </>
      ) : null}
    </dialog>
  );
}
