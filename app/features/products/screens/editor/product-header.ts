import type { Translate } from '#app/ui/i18n/keys.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { ProductDetail } from '../../products.contract.ts';
import { placeInList } from '../product-list-address.ts';

type Beside = { id: string; at: string } | null;
/** The products beside one in the list it was opened from. */
export type Around = { previous: Beside; next: Beside };
type HeaderProps = {
  detail: ProductDetail | undefined;
  carried: string;
  around: Around | undefined;
  busy: boolean;
  decision: object | null;
  onDecide: (action: 'approve' | 'unapprove', note: string) => void;
  onDelete: () => void;
};

/** The way back to the list as it was, the products beside this one there, and what can be done with it. */
export function useProductHeader(props: HeaderProps) {
  const { detail, carried: returnTo } = props;
  const t = useText();
  const actions = usePageActions(props);
  return {
    back: { label: t('products:title'), url: returnTo === '' ? '/products' : `/products?${returnTo}` },
    ...actions,
    ...(detail ? { neighbours: computeNeighbours(detail, props) } : {}),
  };
}

/** Why nothing can be changed: by whom, or because it is archived, and what an admin does about that. */
export function readOnlyWords(t: Translate, product: ProductDetail['product'] | undefined): string {
  if (product?.status !== 'ARCHIVED') return t('products:editor.readOnly');
  return product.allowedActions.includes('approve')
    ? t('products:editor.archivedAdmin')
    : t('products:editor.archived');
}

/** The products beside the one in the list one came from; without a list, among those that wait for this admin. */
function computeNeighbours(
  { queue, product }: ProductDetail,
  { around, carried: returnTo }: Pick<HeaderProps, 'around' | 'carried'>,
) {
  if (around) {
    const place = (one: Beside) => (one === null ? undefined : placeInList(returnTo, one));
    return { previous: place(around.previous), next: place(around.next) };
  }
  if (!product.allowedActions.includes('approve')) return { previous: undefined, next: undefined };
  const place = (id: string | null) => (id === null ? undefined : `/products/${id}`);
  return { previous: place(queue.previous), next: place(queue.next) };
}

function usePageActions({ detail, busy, decision, onDecide, onDelete }: HeaderProps) {
  const t = useText();
  const confirm = useConfirm();
  const { features } = useShell();
  // Products are added one by one here, or many at once from a table.
  if (!detail) return { secondaryActions: [{ label: t('products:bulkUpload'), url: '/products/import' }] };
  const { product, queue } = detail;
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('products:delete.title', { name: product.title }),
      body: t('products:delete.body'),
      action: t('products:delete.action'),
      destructive: true,
    });
    if (sure) onDelete();
  };
  const approve = {
    label: queue.next === null ? t('products:approval.approve') : t('products:approval.approveNext'),
    loading: busy,
    onAction: () => {
      onDecide('approve', '');
    },
  };
  const translation = features['translations']
    ? [{ label: t('products:editor.translate'), url: `/products/${product.id}/translations` }]
    : [];
  const deletion = { label: t('products:delete.action'), destructive: true, onAction: () => void remove() };
  return {
    ...(product.allowedActions.includes('approve') && !decision ? { primaryAction: approve } : {}),
    secondaryActions: [
      ...translation,
      ...(product.allowedActions.includes('delete') && product.status !== 'ARCHIVED' ? [deletion] : []),
    ],
  };
}
