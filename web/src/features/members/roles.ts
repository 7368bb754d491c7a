import { mayChange } from '@/api/members';
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

/** Whether a member gives and takes a role, as far as the contract's three tell; the server knows what the others allow. */
export function reaches(own: readonly string[], role: string): boolean {
  if (role === OWNER) return own.includes(OWNER);
  return role !== 'admin' || mayChange(own);
}

/** Roles to choose from: the contract's three and any that the installation adds. */
export function roleOptions(met: readonly string[], own: readonly string[]) {
  return [...new Set([...Object.keys(known), ...met])]
    .filter((role) => reaches(own, role))
    .map((role) => ({ value: role, label: word(role), hint: known[role] }));
}
