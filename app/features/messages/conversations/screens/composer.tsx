import { Banner, BlockStack, Button, InlineStack, Select } from '@shopify/polaris';
import { useState } from 'react';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { PictureInput } from './picture-input.tsx';
import { MAX_TEXT, type Side } from '../conversation.ts';
import type { SavedReplyDto } from '../saved-replies.contract.ts';

type Values = { text: string; image: string | null; replyAs: Side };

type Props = {
  replyAs: readonly Side[];
  names: Record<Side, string>;
  /** Texts that can be inserted. */
  saved: readonly SavedReplyDto[];
  /** What else the page's action needs. */
  payload: Record<string, string | boolean>;
};

/** A field for the next message; the marketplace chooses for whom it speaks, and both sides see that. */
export function Composer(props: Props) {
  const [sent, setSent] = useState({ count: 0, as: props.replyAs[0] ?? ('seller' as const) });
  // Each message has a form of its own, so that the field is empty again once one was sent.
  return (
    <MessageForm
      key={sent.count}
      {...props}
      as={sent.as}
      onSent={(as) => {
        setSent({ count: sent.count + 1, as });
      }}
    />
  );
}

function MessageForm({ replyAs, names, payload, saved, as, onSent }: Props & { as: Side; onSent: (as: Side) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const form = useForm({
    schema: () => import('../conversations.contract.ts').then(({ messageForm }) => messageForm),
    initial: { text: '', image: null, replyAs: as },
    toPayload: (values: Values) => ({ ...values, ...payload, intent: 'send' }),
    done: t('conversations:done.sent'),
    onDone: () => {
      onSent(as);
    },
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      {replyAs.length > 1 ? (
        <SelectInput
          {...form.field<unknown>('replyAs')}
          label={t('conversations:compose.as')}
          helpText={t('conversations:compose.asHelp')}
          choices={replyAs.map((side) => ({ value: side, label: names[side] }))}
        />
      ) : null}
      {saved.length > 0 ? (
        <Select
          label={t('conversations:replies.insert')}
          placeholder={t('conversations:replies.choose')}
          options={saved.map(({ id, title }) => ({ value: id, label: title }))}
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            form.set('text', saved.find((one) => one.id === id)?.text ?? '');
          }}
        />
      ) : null}
      <TextInput
        {...form.field('text')}
        label={t('conversations:compose.label')}
        helpText={t('conversations:compose.help')}
        lines={3}
        maxLength={MAX_TEXT}
        showCount
      />
      <PictureInput
        image={form.values.image}
        error={form.errorAt('image')}
        onChange={(image) => {
          form.set('image', image);
        }}
      />
      <InlineStack align="end">
        <Button variant="primary" onClick={form.submit} loading={form.saving}>
          {t('conversations:compose.send')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
