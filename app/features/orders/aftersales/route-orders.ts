import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';

/** The order that an address names; anything that is no id is not_found (404). */
export function readOrderId(params: { orderId?: string | undefined }): bigint {
  const id = idSchema.safeParse(params.orderId);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}
