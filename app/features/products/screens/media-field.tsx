import { BlockStack, Button, TextField } from '@shopify/polaris';
import { memo } from 'react';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import type { EditedMedium } from './editor-values.ts';

export type StagedTarget = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
/** Asks for a place where one file may be sent. */
export type StageUpload = (file: File) => Promise<StagedTarget>;

type MediaFieldProps = {
  media: readonly EditedMedium[];
  onChange: (media: EditedMedium[]) => void;
  stage: StageUpload;
  disabled: boolean;
};

/** The pictures of a product: the first is the cover, each says what it shows, new ones are sent at once with progress. */
export const MediaField = memo(function MediaField({ media, onChange, stage, disabled }: MediaFieldProps) {
  const t = useText();
  const upload = async (file: File, progress: UploadProgress, signal: AbortSignal): Promise<EditedMedium> => {
    const target = await stage(file);
    await sendFile({ url: target.url, file, fields: target.parameters, progress, signal });
    return { src: target.resourceUrl, preview: URL.createObjectURL(file), alt: '', contentType: 'IMAGE' };
  };
  return (
    <SectionCard title={t('products:media.title')} aside={t('products:media.count', { count: media.length })}>
      <BlockStack gap="400">
        {media.length > 0 ? (
          <ul className="product-media">
            {media.map((medium, index) => (
              <Medium
                key={medium.id ?? medium.src}
                medium={medium}
                number={index + 1}
                disabled={disabled}
                onAlt={(alt) => {
                  onChange(media.map((one, at) => (at === index ? { ...one, alt } : one)));
                }}
                onRemove={() => {
                  onChange(media.filter((_one, at) => at !== index));
                }}
                onFirst={() => {
                  onChange([medium, ...media.filter((_one, at) => at !== index)]);
                }}
              />
            ))}
          </ul>
        ) : null}
        {disabled ? null : (
          <FileDrop
            label={t('products:media.add')}
            labelHidden
            accept="image/jpeg,image/png,image/webp,image/heic,image/gif"
            multiple
            hint={t('products:media.hint')}
            upload={upload}
            onUploaded={(medium) => {
              onChange([...media, medium]);
            }}
          />
        )}
      </BlockStack>
    </SectionCard>
  );
});

type MediumProps = {
  medium: EditedMedium;
  number: number;
  disabled: boolean;
  onAlt: (alt: string) => void;
  onRemove: () => void;
  onFirst: () => void;
};

function Medium({ medium, number, disabled, onAlt, onRemove, onFirst }: MediumProps) {
  const t = useText();
  return (
    <li className="product-medium">
      {medium.preview ? <img src={medium.preview} alt={medium.alt} /> : null}
      {number === 1 ? <span className="product-cover">{t('products:media.cover')}</span> : null}
      <TextField
        label={t('products:media.alt', { number })}
        labelHidden
        placeholder={t('products:media.alt', { number })}
        autoComplete="off"
        maxLength={512}
        value={medium.alt}
        onChange={onAlt}
        disabled={disabled}
      />
      {disabled ? null : (
        <span className="product-medium-actions">
          {number > 1 ? (
            <Button size="slim" onClick={onFirst} accessibilityLabel={t('products:media.first', { number })}>
              {t('products:media.cover')}
            </Button>
          ) : null}
          <Button size="slim" onClick={onRemove} accessibilityLabel={t('products:media.remove', { number })}>
            {t('products:delete.action')}
          </Button>
        </span>
      )}
    </li>
  );
}
