import { choose, type NounRules } from '../noun-forms.ts';

/** How Dutch sentences use the store's words. */
export const nounRules: NounRules = {
  singular: (word, gender) => {
    const by = (common: string, neuter: string) => `${choose(gender, [common, common, neuter])} ${word}`;
    const [the, a] = [by('de', 'het'), `een ${word}`];
    return {
      the,
      theAcc: the,
      theDat: the,
      ofThe: `van ${the}`,
      toThe: `aan ${the}`,
      a,
      aAcc: a,
      aDat: a,
      ofA: `van ${a}`,
      of: `van ${word}`,
      this: by('deze', 'dit'),
      thisAcc: by('deze', 'dit'),
      no: `geen ${word}`,
      noAcc: `geen ${word}`,
      new: by('nieuwe', 'nieuw'),
      newAcc: by('nieuwe', 'nieuw'),
    };
  },
  plural: (word) => ({
    the: `de ${word}`,
    ofThe: `van de ${word}`,
    of: `van ${word}`,
    toThe: `aan de ${word}`,
    new: `nieuwe ${word}`,
    all: `alle ${word}`,
    other: `andere ${word}`,
  }),
};
