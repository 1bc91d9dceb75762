import { Button, InlineError, InlineStack } from '@shopify/polaris';
import { ImageAddIcon } from '@shopify/polaris-icons';
import { useRef, useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { PICTURE_TYPES } from '../pictures/picture.ts';
import { shrinkPicture } from '../pictures/shrink-picture.ts';
import './conversations.css';

type Props = {
  /** The `data:` address of the picture that goes with the message. */
  image: string | null;
  onChange: (image: string | null) => void;
  error?: string | undefined;
};

/** Chooses a picture for a message, which is made smaller here before it is sent, and shows the one that is chosen. */
export function PictureInput({ image, onChange, error }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const problem = isUnreadable ? t('conversations:picture.unreadable') : error;
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const shrunk = await shrinkPicture(file);
    setUnreadable(shrunk === undefined);
    onChange(shrunk ?? null);
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        className="chat-file"
        aria-label={t('conversations:picture.choose')}
        tabIndex={-1}
        onChange={(event) => {
          const { files } = event.currentTarget;
          void take(files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {image === null ? (
        <Button icon={ImageAddIcon} onClick={() => input.current?.click()}>
          {t('conversations:picture.add')}
        </Button>
      ) : (
        <InlineStack gap="300" blockAlign="center">
          <img className="chat-chosen" src={image} alt={t('conversations:picture.chosen')} />
          <Button
            variant="plain"
            onClick={() => {
              onChange(null);
            }}
          >
            {t('conversations:picture.remove')}
          </Button>
        </InlineStack>
      )}
      {problem === undefined ? null : <InlineError message={problem} fieldID="picture" />}
    </div>
  );
}
