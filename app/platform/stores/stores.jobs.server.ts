import { z } from 'zod';
import { asStoreId, idSchema, type StoreId } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';

/** What one feature does once a store was installed or came back. It may run twice. */
export type LoadPart = (services: Services, storeId: StoreId) => Promise<unknown>;

const dataSchema = z.object({ storeId: idSchema.transform(asStoreId) });

/** What follows an installation: each feature reads its part of the store, in this order. */
export function loadStoreJob(parts: readonly LoadPart[]) {
  return {
    name: 'stores.load',
    async run(services: Services, data: unknown): Promise<void> {
      const { storeId } = dataSchema.parse(data);
      for (const part of parts) await part(services, storeId);
    },
  };
}
