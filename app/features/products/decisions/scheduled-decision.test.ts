import { describe, expect, it } from 'vitest';
import { DECISION_STATES, executionTime, isRepeat, undoOutcome, UNDO_SECONDS } from './scheduled-decision.ts';

const decision = {
  action: 'approve' as const,
  note: null,
  seen: 'v1',
  decidedBy: { kind: 'person' as const, id: '7', name: 'Ada', role: 'admin' },
};

describe('a scheduled decision', () => {
  it('can be taken back only while it is scheduled; taking it back twice is one', () => {
    expect(DECISION_STATES.map((state) => [state, undoOutcome(state)])).toEqual([
      ['scheduled', 'undo'],
      ['executing', 'too_late'],
      ['done', 'too_late'],
      ['undone', 'undone'],
      ['superseded', 'too_late'],
      ['failed', 'too_late'],
    ]);
  });

  it('takes effect after the toast is gone', () => {
    const at = new Date('2026-11-26T10:00:00Z');
    expect(executionTime(at).getTime() - at.getTime()).toBeGreaterThan(UNDO_SECONDS * 1000);
  });

  it('is the same request only for the same person, decision, note and version', () => {
    expect(isRepeat(decision, { ...decision, decidedBy: { ...decision.decidedBy, name: 'Ada L.' } })).toBe(true);
    for (const other of [
      { action: 'unapprove' as const },
      { note: 'Why' },
      { seen: 'v2' },
      { decidedBy: { ...decision.decidedBy, id: '8' } },
      { decidedBy: { ...decision.decidedBy, kind: 'staff' as const } },
    ])
      expect(isRepeat(decision, { ...decision, ...other })).toBe(false);
  });
});
