import { allows, rolesIn, type Statements } from '../../roles.ts';

/** What an installation says about members' roles. */
export interface RoleRules {
  /** The role of who creates an organization: there is always somebody who has it. */
  creatorRole: string;
  /** Beside owner, admin and member. */
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

/** As it is stored: the roles parted by commas, each once. */
export function roleText(role: string | readonly string[]): string {
  return rolesIn(typeof role === 'string' ? role : role.join(',')).join(',');
}

/** Whether one and the same of a member's roles allows all of it (docs/IDENTITY.md#roles-and-permissions). */
export function mayAll(role: string, wanted: Statements, rules: RoleRules): boolean {
  return allows(role, wanted, (name) => statementsOf(name, rules));
}

/** Whether a member may see invitations that wait for an answer: the id of one is half of what it takes to accept it. */
export function seesPendingInvitations(role: string, rules: RoleRules): boolean {
  return ['create', 'cancel'].some((action) => mayAll(role, { invitation: [action] }, rules));
}

/** Whether there are such roles, at least one, and no other. */
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
