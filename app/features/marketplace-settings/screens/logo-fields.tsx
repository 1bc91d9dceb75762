import { BlockStack, Button, InlineStack } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LOGO_PICTURES, MAX_LOGO_BYTES, selectLogo } from '#app/platform/settings/branding/branding.ts';
import type { LookForm } from '../feature-changes.contract.ts';

export type LogoName = 'logoText' | 'logoRegistration';
/** Asks for a place where the picture of a logo may be sent. */
export type OpenLogoTarget = (name: LogoName, file: File) => Promise<{ url: string; location: string }>;

type Props = { form: Form<LookForm>; name: LogoName; shopName: string; openTarget: OpenLogoTarget };

/** A name and, in its place, a picture. A logo without either is the shop's name. */
export function LogoFields({ form, name, shopName, openTarget }: Props) {
  const t = useText();
  const logo = form.values[name];
  const change = (next: { value?: string; src?: string }): void => {
    const { value, src } = { ...logo, ...next };
    form.set(name, { value, src, selected: selectLogo({ value, src }) });
  };
  const upload = async (file: File, progress: UploadProgress, signal: AbortSignal): Promise<string> => {
    const target = await openTarget(name, file);
    await sendFile({ url: target.url, file, progress, signal });
    return target.location;
  };
  const typed = form.field(`${name}.value`);
  const picture = form.field(`${name}.src`);
  return (
    <BlockStack gap="400">
      <TextInput
        {...typed}
        onChange={(value) => {
          change({ value: String(value) });
        }}
        label={t('settings:look.name')}
        helpText={t('settings:look.nameHelp')}
        placeholder={shopName}
        maxLength={60}
        optional
      />
      {logo.src === '' ? (
        <FileDrop
          label={t('settings:look.picture')}
          accept={LOGO_PICTURES}
          maxBytes={MAX_LOGO_BYTES}
          hint={t('settings:look.pictureHint')}
          upload={upload}
          onUploaded={(src) => {
            change({ src });
          }}
          error={picture.error}
        />
      ) : (
        <InlineStack gap="300" blockAlign="center">
          <img className="settings-logo" src={logo.src} alt={t('settings:look.pictureAlt')} />
          <Button
            onClick={() => {
              change({ src: '' });
            }}
          >
            {t('settings:look.removePicture')}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}
