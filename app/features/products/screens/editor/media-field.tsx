import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { memo, useEffect, useRef, useState } from 'react';
import { FileDrop } from '#app/ui/forms/file-drop.tsx';
import { sendFile, type UploadProgress } from '#app/ui/forms/send-file.ts';
import { UrlDialog } from '#app/ui/forms/url-dialog.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { MediaProblem } from '../../product.ts';
import type { EditedMedium } from './editor-values.ts';
import { Medium } from './medium.tsx';

export type StagedTarget = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
/** Asks for a place where one file may be sent. */
export type StageUpload = (file: File) => Promise<StagedTarget>;

type MediaFieldProps = {
  media: readonly EditedMedium[];
  /** Why media did not arrive at the platform, by their references. */
  problems: ReadonlyMap<string, MediaProblem>;
  onChange: (media: EditedMedium[]) => void;
  stage: StageUpload;
  disabled: boolean;
  /** Whether the marketplace has somebody who removes backgrounds. */
  canClear: boolean;
};

/** The pictures and videos of a product: the first is the cover, each says what it shows, new ones are sent at once or named by address. */
export const MediaField = memo(function MediaField(props: MediaFieldProps) {
  const { media, problems, onChange, stage, disabled, canClear } = props;
  const t = useText();
  const upload = async (file: File, progress: UploadProgress, signal: AbortSignal): Promise<EditedMedium> => {
    const target = await stage(file);
    await sendFile({ url: target.url, file, fields: target.parameters, progress, signal });
    const contentType = file.type.startsWith('video/') ? 'VIDEO' : 'IMAGE';
    return { src: target.resourceUrl, preview: URL.createObjectURL(file), alt: '', contentType };
  };
  const order = useOrder(media, onChange);
  // Two files that arrive at the same moment are both kept.
  const latest = useRef({ media: [...media], onChange });
  useEffect(() => {
    latest.current = { media: [...media], onChange };
  }, [media, onChange]);
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
                count={media.length}
                disabled={disabled}
                canClear={canClear}
                onClear={(src) => {
                  const { alt, contentType } = medium;
                  onChange(media.map((one, at) => (at === index ? { src, preview: src, alt, contentType } : one)));
                }}
                onAlt={(alt) => {
                  onChange(media.map((one, at) => (at === index ? { ...one, alt } : one)));
                }}
                onRemove={() => {
                  onChange(media.filter((_one, at) => at !== index));
                }}
                onMove={(to) => {
                  order.move(index, to);
                }}
                onDrag={() => {
                  order.drag(index);
                }}
                onDrop={() => {
                  order.drop(index);
                }}
              />
            ))}
          </ul>
        ) : null}
        <MediaProblems media={media} problems={problems} />
        {media.length > 1 && !disabled ? (
          <Text as="p" tone="subdued">
            {t('products:media.orderHint')}
          </Text>
        ) : null}
        <div role="status" className="souk-hidden">
          {order.news}
        </div>
        {disabled ? null : (
          <AddMedia
            upload={upload}
            onAdded={(medium) => {
              latest.current.media = [...latest.current.media, medium];
              latest.current.onChange(latest.current.media);
            }}
          />
        )}
      </BlockStack>
    </SectionCard>
  );
});

/** A line for each medium that did not arrive at the platform, and why; it goes with the medium. */
function MediaProblems({ media, problems }: Pick<MediaFieldProps, 'media' | 'problems'>) {
  const t = useText();
  const lines = media.flatMap(({ id }, index) => {
    const problem = problems.get(id ?? '');
    return problem ? [t(`products:media.problem.${problem}`, { number: index + 1 })] : [];
  });
  if (lines.length === 0) return null;
  return (
    <Banner tone="warning">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  );
}

type AddProps = {
  upload: (file: File, progress: UploadProgress, signal: AbortSignal) => Promise<EditedMedium>;
  onAdded: (medium: EditedMedium) => void;
};

/** New pictures and videos: sent from the device, or by their addresses. */
function AddMedia({ upload, onAdded }: AddProps) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <FileDrop
        label={t('products:media.add')}
        labelHidden
        accept="image/jpeg,image/png,image/webp,image/heic,image/gif,video/mp4,video/quicktime,video/webm"
        multiple
        hint={t('products:media.hint')}
        upload={upload}
        onUploaded={onAdded}
      />
      <InlineStack>
        <Button
          onClick={() => {
            setAsking(true);
          }}
        >
          {t('common:upload.fromUrl')}
        </Button>
      </InlineStack>
      <UrlDialog
        isOpen={isAsking}
        onSave={({ src, contentType }) => {
          onAdded({ src, preview: contentType === 'IMAGE' ? src : null, alt: '', contentType });
        }}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}

/** Puts pictures into another order, by dragging and by keys, and says where one is now. */
function useOrder(media: readonly EditedMedium[], onChange: (media: EditedMedium[]) => void) {
  const t = useText();
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<number>();
  const move = (from: number, to: number): void => {
    const medium = media[from];
    if (!medium || to < 0 || to >= media.length || to === from) return;
    const others = media.filter((_one, at) => at !== from);
    onChange([...others.slice(0, to), medium, ...others.slice(to)]);
    setAnnouncement(t('products:media.moved', { number: to + 1, count: media.length }));
  };
  const drag = (index: number): void => {
    dragged.current = index;
  };
  const drop = (index: number): void => {
    if (dragged.current !== undefined) move(dragged.current, index);
    dragged.current = undefined;
  };
  return { news: announcement, move, drag, drop };
}
