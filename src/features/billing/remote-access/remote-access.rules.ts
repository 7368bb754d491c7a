import type { Instant } from '../../../kernel/ports/clock.ts';

/** Where benefits give access outside of Tillbook. */
export type RemotePlatformName = 'discord' | 'github';

/** Of the benefits that are given there. */
export function benefitTypeAt(platform: RemotePlatformName): 'discord' | 'github_repository' {
  return platform === 'discord' ? 'discord' : 'github_repository';
}

/** What a benefit gives there: a role in a Discord server, or a place among the collaborators of a repository. */
export type RemoteAccess =
  | { platform: 'discord'; guildId: string; roleId: string }
  /** `installationId`: of our app, in which the repository has to be to be given; any installation unless set. */
  | { platform: 'github'; owner: string; name: string; permission: RepositoryPermission; installationId?: string };

/** The weakest first. */
export const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
export type RepositoryPermission = (typeof PERMISSIONS)[number];

/** A customer's account there. */
export interface RemoteAccount {
  /** The platform's own id; it never changes, unlike the name. */
  id: string;
  username: string | null;
}

/** With which Tillbook acts for the customer. */
export interface RemoteTokens {
  accessToken: string;
  refreshToken: string | null;
  /** Of the access token; null if it does not expire. */
  expiresAt: Instant | null;
}

/** Whether both give the same there, maybe with another permission. */
export function isSamePlace(one: RemoteAccess, other: RemoteAccess): boolean {
  return placeOf(one) === placeOf(other);
}

/** Of several that give the same, the one that permits the most. */
export function strongest([first, ...others]: readonly [RemoteAccess, ...RemoteAccess[]]): RemoteAccess {
  return others.reduce((best, one) => (strengthOf(one) > strengthOf(best) ? one : best), first);
}

function placeOf(access: RemoteAccess): string {
  const names = access.platform === 'discord' ? [access.guildId, access.roleId] : [access.owner, access.name];
  // GitHub ignores the case of names.
  return [access.platform, ...names].join('/').toLowerCase();
}

function strengthOf(access: RemoteAccess): number {
  return access.platform === 'github' ? PERMISSIONS.indexOf(access.permission) : 0;
}
