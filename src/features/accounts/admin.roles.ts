import { allows, rolesIn, type Statements } from './roles.ts';

/** `admin` may do everything, `user` nothing (docs/IDENTITY.md#administration). */
const ROLES: Readonly<Record<string, Statements>> = {
  admin: {
    user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
    session: ['list', 'revoke', 'delete'],
  },
  user: { user: [], session: [] },
};

/** Whether a user's roles allow everything wanted; an unknown resource or action is never allowed (docs/IDENTITY.md#administration). */
export function mayAdminister(role: string, wanted: Statements): boolean {
  return allows(role, wanted, statementsOf);
}

export function isAdministrator(role: string): boolean {
  return rolesIn(role).includes('admin');
}

/** Whether the text names at least one role, and only existing ones. */
export function areUserRoles(role: string): boolean {
  const names = rolesIn(role);
  return names.length > 0 && names.every((name) => statementsOf(name));
}

function statementsOf(name: string): Statements | undefined {
  return Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;
}
