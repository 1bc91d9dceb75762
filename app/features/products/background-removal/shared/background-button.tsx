import { Banner, BlockStack, Button, InlineGrid, Modal, Spinner, Text } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import type { removeBackgroundEndpoint } from '../background-removal.contract.ts';
import './background.css';

type Shown = { state: 'working' } | { state: 'done'; src: string } | { state: 'refused'; text: string };

/**
 * Takes the background of a picture away, for a look: the copy is taken over with `onAccept`, or the picture stays as it is.
 * `src` is a public address; `label` names the picture.
 */
export function BackgroundButton(props: {
  src: string;
  label: string;
  disabled: boolean;
  onAccept: (src: string) => void;
}) {
  const { src, label, disabled, onAccept } = props;
  const t = useText();
  const [shown, setShown] = useState<Shown>();
  const requestedRef = useRef<AbortController>();
  const ask = async (): Promise<void> => {
    const abort = new AbortController();
    requestedRef.current = abort;
    setShown({ state: 'working' });
    try {
      const answer = await callApi<typeof removeBackgroundEndpoint>(
        'POST',
        '/images/remove-bg/v2',
        { body: { originImgUrl: src } },
        { signal: abort.signal },
      );
      if (!abort.signal.aborted) setShown({ state: 'done', src: answer.convertedImgUrl });
    } catch (problem) {
      if (abort.signal.aborted) return;
      const text = problem instanceof ApiRefusal ? refusalText(t, problem) : t('errors:offline');
      setShown({ state: 'refused', text });
    }
  };
  const close = (): void => {
    requestedRef.current?.abort();
    setShown(undefined);
  };
  return (
    <>
      <Button
        size="slim"
        disabled={disabled}
        accessibilityLabel={t('products:background.removeOf', { picture: label })}
        onClick={() => void ask()}
      >
        {t('products:background.remove')}
      </Button>
      <Modal
        open={shown !== undefined}
        onClose={close}
        title={t('products:background.title')}
        {...(shown?.state === 'done'
          ? {
              primaryAction: {
                content: t('products:background.accept'),
                onAction: () => {
                  onAccept(shown.src);
                  close();
                },
              },
            }
          : {})}
        secondaryActions={[{ content: t('products:background.keep'), onAction: close }]}
      >
        <Modal.Section>
          {shown?.state === 'refused' ? <Banner tone="warning">{shown.text}</Banner> : null}
          {shown?.state === 'working' ? (
            <div className="souk-background-wait" role="status">
              <Spinner accessibilityLabel={t('products:background.working')} />
              <Text as="p">{t('products:background.working')}</Text>
            </div>
          ) : null}
          {shown?.state === 'done' ? (
            <InlineGrid columns={2} gap="400">
              <Side label={t('products:background.before')} src={src} />
              <Side label={t('products:background.after')} src={shown.src} />
            </InlineGrid>
          ) : null}
        </Modal.Section>
      </Modal>
    </>
  );
}

function Side({ label, src }: { label: string; src: string }) {
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {label}
      </Text>
      <img className="souk-background-picture" src={src} alt={label} />
    </BlockStack>
  );
}
