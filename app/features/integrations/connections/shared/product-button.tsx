import { Banner, Button } from '@shopify/polaris';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';

type ProductButtonProps = {
  /** The product's title, by which a screen reader tells one button from the next. */
  title: string;
  label: string;
  payload: Readonly<Record<string, string>>;
  /** What is said once it is done. */
  done: string;
};

/** A button of one product in a list, which says beside itself why it was refused. */
export function ProductButton({ title, label, payload, done }: ProductButtonProps) {
  const t = useText();
  const form = useForm({ initial: {}, toPayload: () => payload, done });
  return (
    <>
      <Button
        variant="plain"
        loading={form.saving}
        onClick={form.submit}
        accessibilityLabel={t('integrations:products.named', { action: label, title })}
      >
        {label}
      </Button>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </>
  );
}
