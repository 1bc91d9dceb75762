import { choose, type NounRules, type ByGender } from '../noun-forms.ts';

/** How German sentences use the store's words. */
export const nounRules: NounRules = {
  singular: (word, gender) => {
    const by = (...forms: ByGender) => `${choose(gender, forms)} ${word}`;
    return {
      the: by('der', 'die', 'das'),
      theAcc: by('den', 'die', 'das'),
      theDat: by('dem', 'der', 'dem'),
      a: by('ein', 'eine', 'ein'),
      aAcc: by('einen', 'eine', 'ein'),
      aDat: by('einem', 'einer', 'einem'),
      ofThe: by('vom', 'von der', 'vom'),
      ofA: by('von einem', 'von einer', 'von einem'),
      of: `von ${word}`,
      toThe: by('zum', 'zur', 'zum'),
      this: by('dieser', 'diese', 'dieses'),
      thisAcc: by('diesen', 'diese', 'dieses'),
      no: by('kein', 'keine', 'kein'),
      noAcc: by('keinen', 'keine', 'kein'),
      new: by('neuer', 'neue', 'neues'),
      newAcc: by('neuen', 'neue', 'neues'),
    };
  },
  plural: (word, _gender, dative) => ({
    the: `die ${word}`,
    ofThe: `der ${word}`,
    of: `von ${dative}`,
    toThe: `den ${dative}`,
    new: `neue ${word}`,
    all: `alle ${word}`,
    other: `andere ${word}`,
  }),
};
