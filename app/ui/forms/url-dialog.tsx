import { BlockStack, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { classifyAddress, type MediaItem } from '#app/core/media.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { useText } from '../i18n/use-text.ts';
import { VideoEmbed } from './video-embed.tsx';

type UrlDialogProps = { isOpen: boolean; onClose: () => void; onSave: (item: MediaItem) => void };

/** Takes a picture or a film by its address, and shows it before it is saved. */
export function UrlDialog({ isOpen, onClose, onSave }: UrlDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  const isValid = isWebAddress(address);
  const save = (): void => {
    if (!isValid) return;
    onSave(classifyAddress(address));
    setTyped('');
    onClose();
  };
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={t('common:upload.fromUrl')}
      primaryAction={{ content: t('common:save'), disabled: !isValid, onAction: save }}
      secondaryActions={[{ content: t('common:close'), onAction: onClose }]}
    >
      <Modal.Section>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // The form around the field is not the one that is sent: a dialog's events climb to where it was opened.
            event.stopPropagation();
            save();
          }}
        >
          <BlockStack gap="300">
            <TextField
              label={t('common:upload.url')}
              value={typed}
              onChange={setTyped}
              type="url"
              placeholder="https://"
              autoComplete="off"
              maxLength={2048}
            />
            <div aria-live="polite" className="souk-url-preview">
              <UrlPreview key={address} address={address} />
            </div>
          </BlockStack>
        </form>
      </Modal.Section>
    </Modal>
  );
}

function UrlPreview({ address }: { address: string }) {
  const t = useText();
  const [isBroken, setBroken] = useState(false);
  if (address === '') return <Text as="p">{t('common:upload.nothing')}</Text>;
  if (isBroken || !isWebAddress(address)) return <Text as="p">{t('common:upload.notImage')}</Text>;
  if (classifyAddress(address).contentType === 'EXTERNAL_VIDEO') {
    return <VideoEmbed src={address} title={t('common:upload.video')} />;
  }
  return (
    <img
      className="souk-media-shown"
      src={address}
      alt=""
      onError={() => {
        setBroken(true);
      }}
    />
  );
}
