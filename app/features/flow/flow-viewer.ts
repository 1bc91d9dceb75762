import { PERMISSIONS, type Locale, type StoreView, type Viewer } from '#app/core/viewer.ts';
import { WORKFLOW_ACTOR } from '#app/platform/payout-rights/workflow-actor.ts';

/**
 * Flow as one who acts for the marketplace: with any admin's permissions, but never with the right to pay out (no scope of keys). What
 * it may do with money all the same, the store's payers say (`workflow-rights.service.server.ts`).
 */
export const buildFlowViewer = (store: StoreView, locale: Locale): Viewer => ({
  store,
  vendorScope: '*',
  vendorName: '*',
  isAdmin: true,
  isEmbedded: false,
  permissions: new Set(PERMISSIONS),
  scopes: new Set(),
  locale,
  email: '',
  actor: WORKFLOW_ACTOR,
});
