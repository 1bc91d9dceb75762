import type { NounRules } from '../noun-forms.ts';

/** How English sentences use the store's words. */
export const nounRules: NounRules = {
  singular: (word) => {
    const [the, a, of] = [`the ${word}`, `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`, `of ${word}`];
    return {
      the,
      theAcc: the,
      theDat: the,
      ofThe: `of ${the}`,
      toThe: `to ${the}`,
      a,
      aAcc: a,
      aDat: a,
      ofA: `of ${a}`,
      of,
      this: `this ${word}`,
      thisAcc: `this ${word}`,
      no: `no ${word}`,
      noAcc: `no ${word}`,
      new: `new ${word}`,
      newAcc: `new ${word}`,
    };
  },
  plural: (word) => ({
    the: `the ${word}`,
    ofThe: `of the ${word}`,
    of: `of ${word}`,
    toThe: `to the ${word}`,
    new: `new ${word}`,
    all: `all ${word}`,
    other: `other ${word}`,
  }),
};
