import type { Fault, Faults } from './kernel.ts';

/** The faults that are switched on; in memory only, so that a restart is always calm. */
export function openFaults(): Faults {
  let faults: Fault[] = [];
  let lastId = 0;
  return {
    add: (fault) => {
      lastId += 1;
      const added = { ...fault, id: lastId };
      faults.push(added);
      return added;
    },
    list: () => [...faults],
    remove: (id) => {
      faults = faults.filter((fault) => fault.id !== id);
    },
    clear: () => {
      faults = [];
    },
    take: (target, operations, kinds) => {
      const struck = faults.find(
        (fault) =>
          fault.target === target &&
          (fault.operation === null || operations.includes(fault.operation)) &&
          (!kinds || kinds.includes(fault.kind)),
      );
      if (!struck) return null;
      if (struck.after !== undefined && struck.after > 0) {
        struck.after -= 1;
        return null;
      }
      if (struck.remaining !== null) {
        struck.remaining -= 1;
        if (struck.remaining <= 0) faults = faults.filter((fault) => fault !== struck);
      }
      return { ...struck };
    },
  };
}
