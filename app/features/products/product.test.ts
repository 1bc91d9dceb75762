import { describe, expect, it } from 'vitest';
import { badgeOf, listAllowedActions, PRODUCT_STATUSES, problemOfCode } from './product.ts';

describe('what may be done with a product', () => {
  it.each(PRODUCT_STATUSES)('lets nobody run an action on a %s product without the permission', (status) => {
    expect(listAllowedActions({ status }, { isAdmin: true, mayWrite: false })).toEqual([]);
  });

  it.each(PRODUCT_STATUSES)('never lets a vendor decide on a %s product', (status) => {
    const may = status === 'ARCHIVED' ? ['delete'] : ['edit', 'delete'];
    expect(listAllowedActions({ status }, { isAdmin: false, mayWrite: true })).toEqual(may);
  });

  it.each([
    ['DRAFT', ['edit', 'approve', 'unapprove', 'delete']],
    ['ACTIVE', ['edit', 'unapprove', 'delete']],
    ['ARCHIVED', ['approve', 'delete']],
    ['UNLISTED', ['edit', 'approve', 'unapprove', 'delete']],
  ] as const)('lets an admin run an action on a %s product', (status, actions) => {
    expect(listAllowedActions({ status }, { isAdmin: true, mayWrite: true })).toEqual(actions);
  });

  it("reads the platform's words for why a medium failed", () => {
    const codes = ['IMAGE_DOWNLOAD_FAILURE', 'INVALID_IMAGE_RESOLUTION', 'UNSUPPORTED_IMAGE_FILE_TYPE', 'UNKNOWN'];
    expect(codes.map(problemOfCode)).toEqual(['download', 'size', 'type', 'other']);
  });

  it('shows a draft as waiting until it is sent back', () => {
    expect(badgeOf({ status: 'DRAFT', submission: 'none' })).toBe('awaitingApproval');
    expect(badgeOf({ status: 'DRAFT', submission: 'sent_back' })).toBe('sentBack');
    expect(badgeOf({ status: 'ACTIVE', submission: 'approved' })).toBe('active');
  });
});
