export const MAX_ADDRESS_NOTE = 100;

type WithCarrierFields = { is_residential: boolean | null; metadata: string };

/** An address as carriers are sent it: what it does not state is left out. */
export function toCarrierFields<Address extends WithCarrierFields>({ is_residential, metadata, ...place }: Address) {
  return {
    ...place,
    ...(is_residential === null ? {} : { isResidential: is_residential }),
    ...(metadata === '' ? {} : { metadata }),
  };
}
