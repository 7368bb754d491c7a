import { base62, bytesOfBase62, deriveText, formatUuid, uuidBytes } from '../../../kernel/ids.ts';

const OF_ORGANIZATION = 22;
const OWN = 10;

/** 32 characters that hold an organization's id, so that its stream is found by what lies in it (docs/EVENTS_AND_STREAMS.md#ids-and-tokens). */
export function idWithin(organizationId: string, seed: string, label: string): string {
  return base62(uuidBytes(organizationId)) + deriveText(seed, label).slice(-OWN);
}

/** The organization in such an id; undefined for anything else. */
export function organizationIdIn(id: string): string | undefined {
  if (!/^[0-9A-Za-z]+$/.test(id) || id.length !== OF_ORGANIZATION + OWN) return undefined;
  const bytes = bytesOfBase62(id.slice(0, OF_ORGANIZATION), 16);
  return bytes && formatUuid(bytes);
}
