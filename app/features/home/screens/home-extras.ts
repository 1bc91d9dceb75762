import type { Checklist } from '#app/features/onboarding/checklist.ts';

/** The first steps on a home, and what dismisses them or shows them again. */
export type HomeExtras = { checklist: Checklist; onSetup: () => void };
