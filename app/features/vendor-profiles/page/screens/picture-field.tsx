import { BlockStack, Button, InlineStack } from '@shopify/polaris';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';

/** Asks for a place where one file may be sent. */
export type OpenTarget = (file: File) => Promise<{ url: string; location: string }>;

type PictureFieldProps = {
  url: string;
  disabled: boolean;
  error: string | undefined;
  openTarget: OpenTarget;
  onChange: (url: string) => void;
};

/** The picture of a page. */
export function PictureField({ url, disabled, error, openTarget, onChange }: PictureFieldProps) {
  const t = useText();
  const upload = async (file: File, progress: UploadProgress, signal: AbortSignal): Promise<string> => {
    const target = await openTarget(file);
    await sendFile({ url: target.url, file, progress, signal });
    return target.location;
  };
  return (
    <SectionCard title={t('vendorPage:picture')}>
      <BlockStack gap="300">
        {url === '' ? null : (
          <>
            <img className="page-picture" src={url} alt={t('vendorPage:pictureAlt')} />
            {disabled ? null : (
              <InlineStack>
                <Button
                  onClick={() => {
                    onChange('');
                  }}
                >
                  {t('vendorPage:removePicture')}
                </Button>
              </InlineStack>
            )}
          </>
        )}
        {url !== '' || disabled ? null : (
          <FileDrop
            label={t('vendorPage:picture')}
            labelHidden
            accept="image/jpeg,image/png,image/webp,image/gif"
            upload={upload}
            onUploaded={onChange}
            error={error}
          />
        )}
      </BlockStack>
    </SectionCard>
  );
}
