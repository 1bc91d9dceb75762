import { describe, expect, it } from 'vitest';
import { buildChecklist, MARKETPLACE_STEPS, VENDOR_STEPS } from './checklist.ts';

const open = { dismissed: false, mayDismiss: true };

describe('the first steps', () => {
  it('keep their order, and leave out what is off', () => {
    const facts = { vendor: true, commission: false, shipping: undefined, payments: false };
    const { steps, isShown } = buildChecklist(MARKETPLACE_STEPS, facts, open);
    expect(steps).toEqual([
      { step: 'commission', done: false },
      { step: 'payments', done: false },
      { step: 'vendor', done: true },
    ]);
    expect(isShown).toBe(true);
  });

  it('hide once all are done, and cannot be shown again then', () => {
    const done = { product: true, page: true };
    expect(buildChecklist(VENDOR_STEPS, done, open)).toMatchObject({ isShown: false, isDismissed: false });
    expect(buildChecklist(VENDOR_STEPS, done, { ...open, dismissed: true })).toMatchObject({ isDismissed: false });
  });

  it('hide when they are dismissed, and can be shown again until they are done', () => {
    const dismissed = { ...open, dismissed: true };
    expect(buildChecklist(VENDOR_STEPS, { product: false }, dismissed)).toMatchObject({
      isShown: false,
      isDismissed: true,
    });
  });

  it('are nothing to show where the viewer can do none of them', () => {
    expect(buildChecklist(VENDOR_STEPS, {}, open)).toEqual({
      steps: [],
      isShown: false,
      isDismissed: false,
      mayDismiss: true,
    });
  });
});
