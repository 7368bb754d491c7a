/** As GitHub calls them, with what they allow. */
export const permissionWords = {
  pull: 'Read: clone and download',
  triage: 'Triage: manage issues and pull requests',
  push: 'Write: push as well',
  maintain: 'Maintain: manage the repository, but for what is sensitive',
  admin: 'Admin: everything',
} as const;

export type Permission = keyof typeof permissionWords;
export const permissions = Object.keys(permissionWords) as Permission[];
