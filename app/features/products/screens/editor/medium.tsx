import { BackgroundButton } from '#app/features/products/background-removal/shared/background-button.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Icon, TextField, Button } from '@shopify/polaris';
import { PlayCircleIcon, DragHandleIcon } from '@shopify/polaris-icons';
import type { KeyboardEvent } from 'react';
import type { EditedMedium } from './editor-values.ts';

type MediumProps = {
  medium: EditedMedium;
  number: number;
  count: number;
  disabled: boolean;
  canClear: boolean;
  /** Takes a copy without background in the picture's place. */
  onClear: (src: string) => void;
  onAlt: (alt: string) => void;
  onRemove: () => void;
  /** Moves the picture to a place, counted from 0. */
  onMove: (to: number) => void;
  onDrag: () => void;
  onDrop: () => void;
};

/** Where a key moves a picture that stands at `at` (from 0) of `count`. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowUp') return at - 1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return at + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** What there is to see of a medium: a picture, a video that was only just sent, or that it is a video. */
function MediumShown({ medium: { preview, alt, contentType } }: { medium: EditedMedium }) {
  const t = useText();
  const isVideo = contentType === 'VIDEO' || contentType === 'EXTERNAL_VIDEO';
  const kind = t(contentType === 'EXTERNAL_VIDEO' ? 'products:media.external' : 'products:media.video');
  if (isVideo && preview?.startsWith('blob:')) {
    return <video src={preview} muted preload="metadata" aria-label={alt || kind} />;
  }
  if (preview === null) {
    return (
      <span className="product-medium-none">
        {isVideo ? <Icon source={PlayCircleIcon} tone="subdued" /> : null}
        <span>{isVideo ? kind : null}</span>
      </span>
    );
  }
  return (
    <>
      <img src={preview} alt={alt} draggable={false} />
      {isVideo ? <span className="product-film">{kind}</span> : null}
    </>
  );
}

export function Medium(props: MediumProps) {
  const { medium, number, count, disabled, onAlt, onRemove, onMove, onDrag, onDrop } = props;
  const t = useText();
  const canMove = !disabled && count > 1;
  const keys = (event: KeyboardEvent): void => {
    const to = placeAfter(event.key, number - 1, count);
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <li
      className="product-medium"
      draggable={canMove}
      onDragStart={onDrag}
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <MediumShown medium={medium} />
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
          {canMove ? (
            <button
              type="button"
              className="product-medium-move"
              aria-label={t('products:media.move', { number, count })}
              onKeyDown={keys}
            >
              <Icon source={DragHandleIcon} tone="subdued" />
            </button>
          ) : null}
          {number > 1 ? (
            <Button
              size="slim"
              onClick={() => {
                onMove(0);
              }}
              accessibilityLabel={t('products:media.first', { number })}
            >
              {t('products:media.cover')}
            </Button>
          ) : null}
          {/* A picture that was only just sent is not at the platform yet, where the provider could read it. */}
          {props.canClear && medium.contentType === 'IMAGE' && medium.preview?.startsWith('http') ? (
            <BackgroundButton
              src={medium.preview}
              label={t('products:media.alt', { number })}
              disabled={disabled}
              onAccept={props.onClear}
            />
          ) : null}
          <Button size="slim" onClick={onRemove} accessibilityLabel={t('products:media.remove', { number })}>
            {t('products:delete.action')}
          </Button>
        </span>
      )}
    </li>
  );
}
