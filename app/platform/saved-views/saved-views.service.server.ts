import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { MAX_VIEWS, personKey, type ListName } from './saved-view.ts';
import type { ListChoicesDto, SaveViewInput } from './saved-views.contract.ts';
import * as repo from './saved-views.repo.server.ts';

const ownedBy = ({ viewer }: Ctx, list: ListName): repo.Owned => ({ person: personKey(viewer.actor), list });

/** What the viewer keeps of a list, in the view of the store that they are in now. */
export function readListChoices(ctx: Ctx, list: ListName): Promise<ListChoicesDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => read(tx, ownedBy(ctx, list)));
}

/** Keeps a view over the one of its name. Throws invalid_state (409) beyond the limit. */
export function saveView(ctx: Ctx, list: ListName, input: SaveViewInput): Promise<ListChoicesDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const of = ownedBy(ctx, list);
    await repo.upsertView(tx, of, input);
    const choices = await read(tx, of);
    if (choices.views.length > MAX_VIEWS) throw stateRefuses('saved_views_full', { limit: MAX_VIEWS });
    return choices;
  });
}

/** Deletes one of the viewer's views; anybody else's is not_found (404). */
export function deleteView(ctx: Ctx, list: ListName, id: bigint): Promise<ListChoicesDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const of = ownedBy(ctx, list);
    if (!(await repo.deleteView(tx, of, id))) throw new AppError('not_found');
    return read(tx, of);
  });
}

/** Keeps which columns the viewer hides. */
export function hideColumns(ctx: Ctx, list: ListName, hidden: readonly string[]): Promise<ListChoicesDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const of = ownedBy(ctx, list);
    await repo.writeHiddenColumns(tx, of, [...new Set(hidden)]);
    return read(tx, of);
  });
}

async function read(tx: SqlTx, of: repo.Owned): Promise<ListChoicesDto> {
  const views = await repo.listViews(tx, of);
  return {
    views: views.map(({ id, ...view }) => ({ id: String(id), ...view })),
    hiddenColumns: await repo.listHiddenColumns(tx, of),
  };
}
