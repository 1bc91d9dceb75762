import { useState } from 'react';
import { can, scopeOf } from '#app/core/viewer.ts';
import { canRemoveBackgrounds } from '#app/features/products/background-removal/background-removal.service.server.ts';
import { offersOnly } from '#app/features/catalog/offer-links.service.server.ts';
import { editorSpecifications } from '#app/features/specifications/specifications.service.server.ts';
import type { stageUploadEndpoint } from '#app/platform/uploads/uploads.contract.ts';
import { readVendorChoices } from '#app/platform/vendors/vendors.service.server.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useAction } from '#app/ui/page/use-action.ts';
import {
  redirect,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { readOpenDecision } from '../decisions/open-decisions.service.server.ts';
import { runProductAction } from '../review/decide-product.service.server.ts';
import { getProductForm } from '../form/product-form.service.server.ts';
import { shownForm } from '../form/product-form.ts';
import { listPlace } from '../listing/product-list.contract.ts';
import { findNeighbours } from '../listing/product-list.service.server.ts';
import { readOwnListing } from '../listing/listing-limit.service.server.ts';
import { commentBody } from '../products.contract.ts';
import { productInput } from '../product-input.contract.ts';
import { commentOnProduct, readProduct } from '../products.service.server.ts';
import { saveProduct } from '../editing/save-product.service.server.ts';
import { readUnitTerms } from '../review/read-review.service.server.ts';
import { ProductEditor } from '../screens/editor/product-editor.tsx';
import { useDecision } from '../screens/review/use-decision.ts';
import { keepListAddress, readReturnTo } from '../screens/product-list-address.ts';

export const meta = screenMeta((t) => t('products:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const isNew = params.productId === 'new';
  return loadScreen({ request, context }, isNew ? 'write_products' : 'read_products', async (ctx) => {
    // Where vendors only offer against entries, a new product begins in the catalogue.
    // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
    if (isNew && (await offersOnly(ctx))) throw redirect(formatCatalog(request));
    const { searchParams } = new URL(request.url);
    const place = listPlace.safeParse(readReturnTo(searchParams));
    const isListed = !isNew && place.success;
    return {
      carried: keepListAddress(searchParams, searchParams.get('view') ?? 'ALL').toString(),
      around: isListed
        ? await findNeighbours(ctx, {
            scope: scopeOf(ctx.viewer),
            productId: parsePathId(params.productId),
            place: place.data,
          })
        : undefined,
      productForm: shownForm(await getProductForm(ctx), ctx.viewer.isAdmin),
      detail: isNew ? undefined : await readProduct(ctx, parsePathId(params.productId)),
      decision: isNew ? null : await readOpenDecision(ctx, parsePathId(params.productId)),
      currency: ctx.viewer.store.currency,
      needsVendor: ctx.viewer.vendorScope === '*',
      vendors: await readVendorChoices(ctx),
      mayWrite: can(ctx.viewer, 'write_products'),
      unitTerms: await readUnitTerms(ctx, isNew ? undefined : parsePathId(params.productId)),
      canClear: await canRemoveBackgrounds(ctx),
      listing: isNew ? await readOwnListing(ctx) : null,
      specifications: { ...(await editorSpecifications(ctx)), forAdmin: ctx.viewer.isAdmin },
    };
  });
}

/** The catalogue behind the same layout. */
function formatCatalog(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.replace(/\/products\/new$/, '/catalog')}${search}`;
}

type SavedProduct = { productId: string; status?: string; isSubmitted?: boolean };

/** PUT saves, DELETE deletes, POST comments. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<SavedProduct>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_products');
    if (request.method === 'PUT') {
      const saved = await saveProduct(ctx, await readForm(request, productInput));
      const { product, change } = await readProduct(ctx, parsePathId(saved.productId));
      const isWaiting = product.status === 'DRAFT' && product.submission === 'awaiting';
      return { ...saved, isSubmitted: !ctx.viewer.isAdmin && (isWaiting || (change?.waiting.length ?? 0) > 0) };
    }
    const productId = parsePathId(params.productId);
    if (request.method === 'DELETE') return runProductAction(ctx, { productId, action: 'delete', note: null });
    await commentOnProduct(ctx, productId, (await readForm(request, commentBody)).text);
    return { productId: String(productId) };
  });
}

async function stage(file: File) {
  const body = { filename: file.name, fileSize: file.size, mime: file.type };
  return (await callApi<typeof stageUploadEndpoint>('PUT', '/cdn/stage-upload', { body })).stagedTarget;
}

export default function ProductRoute() {
  const { detail, ...loaded } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const t = useText();
  const { busy, send } = useAction<SavedProduct>();
  const { revalidate } = useRevalidator();
  const [saves, setSaves] = useState(0);
  const next = detail?.queue.next ?? null;
  const decisions = useDecision(detail?.product, (decided) => {
    if (decided === 'approve' && next !== null) navigate(path(`/products/${next}`));
  });
  return (
    <ProductEditor
      // After a save the editor begins anew with what was stored: new variants have their ids, and stock its new beginning.
      key={`${detail?.product.id ?? 'new'} ${saves}`}
      {...loaded}
      detail={detail}
      busy={busy || decisions.busy}
      stage={stage}
      onSaved={({ productId }) => {
        if (detail === undefined) navigate(path(`/products/${productId}`));
        else setSaves((before) => before + 1);
      }}
      onDecide={decisions.decide}
      onUndo={decisions.undo}
      onDelete={() => {
        send({}, t('products:delete.done'), undefined, {
          method: 'delete',
          onDone: ({ status }) => {
            if (status === 'DELETED')
              navigate(path(loaded.carried === '' ? '/products' : `/products?${loaded.carried}`));
          },
        });
      }}
      onComment={(text) => {
        send({ text }, null);
      }}
      onReload={() => {
        revalidate();
      }}
    />
  );
}
