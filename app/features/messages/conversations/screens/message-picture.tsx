import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import './conversations.css';

type Props = { image: string; size: { width: number; height: number } | null; name: string };

/** The picture of a message; opened alone it is as large as it was sent. */
export function MessagePicture({ image, size, name }: Props) {
  const t = useText();
  // Each reading of the conversation yields another address of the same picture: the first one stays, so that it is not loaded again.
  const [src] = useState(image);
  return (
    <a href={src} target="_blank" rel="noreferrer noopener" className="chat-picture">
      <img
        src={src}
        alt={t('conversations:picture.of', { name })}
        loading="lazy"
        {...(size ? { width: size.width, height: size.height } : {})}
      />
    </a>
  );
}
