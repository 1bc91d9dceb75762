import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { applicationsQuery } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import {
  listApplications,
  readApplication,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';

type ListState = { view: string; q: string; page: number; cursor: string | undefined };

/** What the screen of applications shows: a page of them, and the chosen one or else the first beside it. */
export async function readApplicationsScreen(ctx: Ctx, state: ListState, chosen: string | null) {
  const parsed = applicationsQuery.safeParse({
    q: state.q,
    page: state.page,
    // What waits for a decision is what one comes for: it is the first tab.
    status: state.view === '' ? 'pending' : state.view,
    ...(state.cursor === undefined ? {} : { cursor: state.cursor }),
  });
  // An address that somebody changed by hand shows what waits rather than an error.
  const query = parsed.success ? parsed.data : applicationsQuery.parse({ status: 'pending' });
  const { applications, counts, count, pageCount, cursor } = await listApplications(ctx, query);
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  const id = idSchema.safeParse(chosen ?? applications[0]?.id);
  if (!id.success && chosen !== null) throw new AppError('not_found');
  return {
    rows: applications,
    counts,
    page: { page: query.page, pageCount, count, ...(cursor === null ? {} : { cursor }) },
    open: id.success ? await readApplication(ctx, id.data) : null,
    isChosen: chosen !== null,
    formUrl: portalUrl(
      ctx,
      { portalHost: store?.portalHost ?? null, domain: ctx.viewer.store.domain },
      '/app/login/register',
    ),
    checkedAt: ctx.clock.now().toISOString(),
  };
}
