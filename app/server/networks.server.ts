import { BlockList, isIP } from 'node:net';

/** Addresses that begin alike: the first address, and how many bits are common to all. */
export type Network = { address: string; prefix: number };

/** An address or a network in CIDR notation (`203.0.113.7`, `2001:db8::/32`); undefined for every other text. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  return bits > 0 && more.length === 0 && length >= 0 && length <= bits ? { address, prefix: length } : undefined;
}

/** The addresses of some networks. */
export function toBlockList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix } of networks) list.addSubnet(address, prefix, toFamily(address));
  return list;
}

/** Whether an address is one of some networks that are written in CIDR notation; what is no network holds none. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const read = networks.map(parseNetwork).filter((network) => network !== undefined);
  return toBlockList(read).check(address, toFamily(address));
}

/** The family of an address, as lists of addresses name it. */
export const toFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
