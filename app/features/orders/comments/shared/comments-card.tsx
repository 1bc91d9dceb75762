import { BlockStack, Button, InlineError, Select, SkeletonBodyText, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { MAX_COMMENT } from '../order-comment.ts';
import type { addCommentEndpoint, listCommentsEndpoint, OrderCommentDto } from '../order-comments.contract.ts';

/** What vendor and marketplace write to each other about an order, and a field for the next comment. */
export function CommentsCard(props: { orderId: string; vendors: readonly string[]; mayWrite: boolean }) {
  const { orderId, vendors, mayWrite } = props;
  const t = useText();
  const read = useData(['order-comments', orderId], () =>
    callApi<typeof listCommentsEndpoint>('GET', '/orders/{orderId}/comments', { params: { orderId } }),
  );
  const { data, mutate } = read;
  return (
    <SectionCard title={t('orders:comments.title')}>
      <BlockStack gap="300">
        {data ? (
          <Written comments={data.comments} withVendors={vendors.length > 1} />
        ) : read.error !== undefined ? (
          <Text as="p" tone="critical">
            {t('orders:comments.failed')}
          </Text>
        ) : (
          <SkeletonBodyText lines={2} />
        )}
        {mayWrite ? (
          <CommentForm
            orderId={orderId}
            vendors={vendors}
            onWritten={(comments) => {
              void mutate({ comments }, { revalidate: false });
            }}
          />
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}

function Written({ comments, withVendors }: { comments: readonly OrderCommentDto[]; withVendors: boolean }) {
  const t = useText();
  return (
    <>
      <Text as="p" tone="subdued">
        {comments.length === 0 ? t('orders:comments.none') : t('orders:comments.private')}
      </Text>
      {comments.length > 0 ? (
        <Timeline
          entries={comments.map((comment) => ({
            id: comment.id,
            at: comment.at,
            text: comment.text,
            by: [comment.by, withVendors ? comment.vendor.name : ''].filter(Boolean).join(' · '),
          }))}
        />
      ) : null}
    </>
  );
}

function CommentForm(props: {
  orderId: string;
  vendors: readonly string[];
  onWritten: (comments: OrderCommentDto[]) => void;
}) {
  const { orderId, vendors, onWritten } = props;
  const t = useText();
  const [text, setText] = useState('');
  const [vendor, setVendor] = useState(vendors[0] ?? '');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const body = { text, ...(vendors.length > 1 ? { vendor } : {}) };
      const { comments } = await callApi<typeof addCommentEndpoint>(
        'POST',
        '/orders/{orderId}/comments',
        { params: { orderId }, body, creates: true },
        { idempotencyKey: key },
      );
      onWritten(comments);
      setText('');
      setKey(crypto.randomUUID());
    } catch (refusal) {
      setProblem(refusal instanceof ApiRefusal ? refusalText(t, refusal) : t('errors:offline'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {vendors.length > 1 ? (
        <Select label={t('orders:comments.to')} options={[...vendors]} value={vendor} onChange={setVendor} />
      ) : null}
      <TextField
        id="order-comment"
        label={t('orders:comments.label')}
        value={text}
        onChange={setText}
        multiline={2}
        maxLength={MAX_COMMENT}
        autoComplete="off"
      />
      {problem === '' ? null : <InlineError message={problem} fieldID="order-comment" />}
      <Button loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
        {t('orders:comments.send')}
      </Button>
    </>
  );
}
