import type { CaughtMail, State } from '../core/state.ts';
import type { MailBox } from '../core/kernel.ts';

const KEPT = 2_000;

/** Every mail caught, kept with the state; the oldest make room. */
export function openMailBox(state: () => State, save: () => void): MailBox {
  let lastId = 0;
  return {
    add: (mail) => {
      const mails = state().mails;
      lastId = Math.max(lastId, mails.at(-1)?.id ?? 0) + 1;
      const added: CaughtMail = { ...mail, id: lastId };
      mails.push(added);
      if (mails.length > KEPT) mails.splice(0, mails.length - KEPT);
      save();
      return added;
    },
    list: (to) => {
      const wanted = to?.toLowerCase();
      return state().mails.filter(
        (mail) => wanted === undefined || mail.to.some((address) => address.toLowerCase() === wanted),
      );
    },
    clear: () => {
      state().mails = [];
      save();
    },
  };
}
