import { AppError, describeRefusal } from '#app/core/errors.ts';
import { can, permissionRefusal, type Permission } from '#app/core/viewer.ts';
import type { Ctx, RequestInfo } from './context.server.ts';
import { readRequestInfo } from './http/request-info.server.ts';
import { describeRequest, inRequest } from './request-context.server.ts';

/** What loaders and actions get of the program, with the framework's load context: who asks. */
export type ScreenContext = {
  /** Throws an answer that leads to signing in where nobody is signed in. */
  ctxFor(request: Request): Promise<Ctx>;
  /** Throws store_unknown (404) and store_uninstalled (409). */
  anonymousCtx(info: RequestInfo): Promise<Ctx>;
  sessionCtx(info: RequestInfo): Promise<Ctx | undefined>;
};

declare module '@remix-run/node' {
  interface AppLoadContext extends ScreenContext {
    /** Of the page's Content-Security-Policy. */
    nonce: string;
  }
}

/** A screen's request, as loaders and actions get it. */
export type ScreenRequest = { request: Request; context: ScreenContext };

/** Who may open a screen: somebody with a permission, anybody who is signed in, or a visitor of the store. */
export type Audience = Permission | 'signed_in' | 'visitor';

/**
 * Runs a screen's loader for its audience. A refusal becomes an answer with its status and code, which the surface's error
 * screen reads; without it the framework would hide it as a failure of ours.
 */
export async function loadScreen<Data>(
  screen: ScreenRequest,
  audience: Audience,
  load: (ctx: Ctx) => Promise<Data>,
): Promise<Data> {
  const { requestId } = readRequestInfo(screen.request);
  return inRequest(requestId, () => refuseAsAnswer(async () => load(await ctxWith(screen, audience))));
}

/** The work of a loader; its refusal (AppError) is thrown as an answer with the status and code. */
export async function refuseAsAnswer<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The framework takes a thrown Response as the answer.
    throw Response.json(describeRefusal(error), { status: error.status });
  }
}

/** The context of a screen's action for its audience; throws missing_permission (403). */
export async function ctxWith({ request, context }: ScreenRequest, audience: Audience): Promise<Ctx> {
  const info = readRequestInfo(request);
  const ctx = await (audience === 'visitor' ? context.anonymousCtx(info) : context.ctxFor(request));
  describeRequest({ store: ctx.viewer.store.domain }, info.requestId);
  if (audience === 'visitor') return ctx;
  if (audience !== 'signed_in') requirePermission(ctx, audience);
  return ctx;
}

/** Throws missing_permission (403) for a viewer without the permission. */
export function requirePermission({ viewer }: Ctx, permission: Permission): void {
  if (!can(viewer, permission)) throw permissionRefusal(viewer, permission);
}
