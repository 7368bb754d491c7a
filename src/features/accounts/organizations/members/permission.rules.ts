import { allows, rolesIn, type Statements } from '../../roles.ts';

/** An installation's rules for members' roles. */
export interface RoleRules {
  /** The role of an organization's creator: at least one member always has it. */
  creatorRole: string;
  /** Besides owner, admin and member. */
  roles: Readonly<Record<string, Statements>>;
}

const MANAGES: Statements = {
  organization: ['update'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
};

/** docs/IDENTITY.md#roles-and-permissions */
const ROLES: Readonly<Record<string, Statements>> = {
  owner: { ...MANAGES, organization: ['update', 'delete'] },
  admin: MANAGES,
  member: { organization: [], member: [], invitation: [], team: [] },
};
const OWNER = 'owner';

/** As it is stored: the roles, comma-separated, each once. */
export function roleText(role: string | readonly string[]): string {
  return rolesIn(typeof role === 'string' ? role : role.join(',')).join(',');
}

/** Whether one of a member's roles alone allows all of it (docs/IDENTITY.md#roles-and-permissions). */
export function mayAll(role: string, wanted: Statements, rules: RoleRules): boolean {
  return allows(role, wanted, (name) => statementsOf(name, rules));
}

/**
 * Whether a role allows what none of the other's roles alone allows, scopes of the billing contract included: nobody gives such a role, or
 * changes or removes who has it (docs/IDENTITY.md#roles-and-permissions).
 */
export function exceeds(role: string, other: string, rules: RoleRules): boolean {
  if (isOwner(other, rules)) return false;
  if (isOwner(role, rules) || (isManager(role) && !isManager(other))) return true;
  return rolesIn(role).some((name) => {
    const permissions = Object.entries(statementsOf(name, rules) ?? {}).filter(([, actions]) => actions.length > 0);
    return permissions.length > 0 && !mayAll(other, Object.fromEntries(permissions), rules);
  });
}

/** Whether a role may invite with another, or with itself. */
export function mayInviteWith(invited: string, role: string, rules: RoleRules): boolean {
  return mayAll(role, { invitation: ['create'] }, rules) && !exceeds(invited, role, rules);
}

/**
 * Whether only a verified address accepts an invitation with a role: somebody who may see it, but could not have sent it, could otherwise sign
 * up with the address and accept it themselves (docs/IDENTITY.md#invitations).
 */
export function needsVerifiedAddress(role: string, rules: RoleRules): boolean {
  return [...Object.keys(ROLES), ...Object.keys(rules.roles)].some(
    (name) => seesPendingInvitations(name, rules) && !mayInviteWith(role, name, rules),
  );
}

/** Whether a member may see pending invitations, and so learn their ids and addresses. */
export function seesPendingInvitations(role: string, rules: RoleRules): boolean {
  return ['create', 'cancel'].some((action) => mayAll(role, { invitation: [action] }, rules));
}

/** Whether it names at least one role, and all of them exist. */
export function areRoles(role: string, rules: RoleRules): boolean {
  const names = rolesIn(role);
  return names.length > 0 && names.every((name) => name === rules.creatorRole || statementsOf(name, rules));
}

/** Whether any of the roles is that of who owns an organization. */
export function isOwner(role: string, { creatorRole }: RoleRules): boolean {
  return rolesIn(role).some((name) => name === OWNER || name === creatorRole);
}

/** Whether any of the roles lets a member manage the organization by the billing contract. */
export function isManager(role: string): boolean {
  return rolesIn(role).some((name) => name === OWNER || name === 'admin');
}

function statementsOf(name: string, { roles }: RoleRules): Statements | undefined {
  if (Object.hasOwn(ROLES, name)) return ROLES[name];
  return Object.hasOwn(roles, name) ? roles[name] : undefined;
}
