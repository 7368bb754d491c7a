/** Where benefits give access outside of Tillbook. */
export type RemotePlatformName = 'discord' | 'github';

/** What a benefit gives there: a role in a Discord server, or a place among the collaborators of a repository. */
export type RemoteAccess =
  | { platform: 'discord'; guildId: string; roleId: string }
  /** `installationId`: of our app, in which the repository has to be to be given; any installation unless set. */
  | { platform: 'github'; owner: string; name: string; permission: RepositoryPermission; installationId?: string };

export type RepositoryPermission = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

/** A customer's account there. */
export interface RemoteAccount {
  /** The platform's own id; it never changes, unlike the name. */
  id: string;
  username: string | null;
}
