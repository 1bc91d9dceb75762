import { AppError, describeRefusal } from '#app/core/errors.ts';
import { can, permissionRefusal, type Permission } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { ctxFor } from './ctx.server.ts';

/**
 * Runs a screen's loader for somebody with a permission. A refusal becomes an answer with its status and code, which the
 * surface's error screen reads; without it the framework would hide it as a failure of ours.
 */
export function loadScreen<Data>(
  request: Request,
  permission: Permission,
  load: (ctx: Ctx) => Promise<Data>,
): Promise<Data> {
  return publicLoader(async () => load(await ctxWith(request, permission)));
}

/** The same for a screen that anybody may open. */
export async function publicLoader<Data>(load: () => Promise<Data>): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The framework takes a thrown Response as the answer.
    throw Response.json(describeRefusal(error), { status: error.status });
  }
}

/** The context of a screen's action for somebody with a permission; throws missing_permission (403). */
export async function ctxWith(request: Request, permission: Permission): Promise<Ctx> {
  const ctx = await ctxFor(request);
  if (!can(ctx.viewer, permission)) throw permissionRefusal(ctx.viewer, permission);
  return ctx;
}
