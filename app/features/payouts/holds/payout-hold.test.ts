import { describe, expect, it } from 'vitest';
import type { Actor } from '#app/core/viewer.ts';
import { mayRelease } from './payout-hold.ts';

const person: Actor = { kind: 'staff', id: '1', name: 'Ingrid', role: 'admin' };
const workflow: Actor = { kind: 'system', id: 'flow', name: 'Flow', role: 'admin' };

describe('a hold of payouts', () => {
  it('is ended by people whoever began it, and by a workflow only where a workflow did', () => {
    expect(mayRelease(person, { by: person })).toBe(true);
    expect(mayRelease(person, { by: workflow })).toBe(true);
    expect(mayRelease(workflow, { by: workflow })).toBe(true);
    expect(mayRelease(workflow, { by: person })).toBe(false);
  });
});
