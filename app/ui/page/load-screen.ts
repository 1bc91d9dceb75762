import { AppError, describeRefusal } from '#app/core/errors.ts';
import { can, permissionRefusal, type Permission, type Viewer } from '#app/core/viewer.ts';
import { data } from '../router.ts';

/**
 * Runs the work of a screen's loader. A refusal becomes an answer with its status and code, which the error screen words; our
 * own bugs go on as they are.
 */
export async function loadScreen<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the framework takes a thrown answer
    throw data(describeRefusal(error), { status: error.status });
  }
}

/** Refuses (403) a viewer without the permission, in loaders and actions. */
export function requirePermission(viewer: Viewer, permission: Permission): void {
  if (!can(viewer, permission)) throw permissionRefusal(viewer, permission);
}
