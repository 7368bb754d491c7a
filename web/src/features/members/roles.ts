import { word } from '@/lib/format';

const known: Record<string, string> = {
  owner: 'Everything, up to deleting the organization.',
  admin: 'Everything but deleting it and making owners.',
  member: 'Sees all but the log and the keys, changes nothing.',
};

export const OWNER = 'owner';

/** A member's roles are one comma-separated string. */
export function rolesIn(role: string): string[] {
  return role.split(',').filter(Boolean);
}

/** "owner,admin" → "Owner, admin". */
export function rolesLabel(role: string): string {
  return word(rolesIn(role).join(', '));
}

/** Roles to choose from: the contract's three and any that the installation adds; only owners make owners. */
export function roleOptions(met: readonly string[], byOwner: boolean) {
  return [...new Set([...Object.keys(known), ...met])]
    .filter((role) => byOwner || role !== OWNER)
    .map((role) => ({ value: role, label: word(role), hint: known[role] }));
}
