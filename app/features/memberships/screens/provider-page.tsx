import { Banner, Button } from '@shopify/polaris';
import { useState } from 'react';
import { Stack } from '#app/ui/components/layout.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';

/** Leads to a page of the provider's. Its address is asked for with each press, and kept nowhere. */
export function ProviderPage(props: { payload: object; label: string; isPrimary?: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<Record<string, never>, { url: string }>({
    initial: {},
    toPayload: () => props.payload,
    onDone: ({ url }) => {
      setIsLeaving(true);
      window.location.assign(url);
    },
  });
  return (
    <Stack>
      <div>
        <Button
          variant={props.isPrimary ? 'primary' : 'secondary'}
          loading={form.saving || isLeaving}
          onClick={form.submit}
        >
          {props.label}
        </Button>
      </div>
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
    </Stack>
  );
}
