import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { showEntryWork, type Acting } from './show-entry.service.server.ts';

/** Work of the catalogue that becomes due: entries on their way to the store and to their offers. */
export function catalogDueWork(services: Services, acting: Acting): DueWorkHandler[] {
  return [showEntryWork(services, acting)];
}
