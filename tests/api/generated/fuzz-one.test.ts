import { describeRandomInputs } from '#tests/support/fuzz.ts';

describeRandomInputs(0, 2);
