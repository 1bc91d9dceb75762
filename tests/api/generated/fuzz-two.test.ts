import { describeRandomInputs } from '#tests/support/fuzz.ts';

describeRandomInputs(1, 2);
