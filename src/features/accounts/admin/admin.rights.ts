import { mayAdminister } from '../admin.roles.ts';
import type { Statements } from '../roles.ts';
import { NotAllowedToAdminister, type AdminAction } from './admin.errors.ts';

/** The right that each action needs. */
const RIGHTS: Readonly<Record<AdminAction, Statements>> = {
  create: { user: ['create'] },
  list: { user: ['list'] },
  'set-role': { user: ['set-role'] },
  ban: { user: ['ban'] },
  impersonate: { user: ['impersonate'] },
  delete: { user: ['delete'] },
  'set-password': { user: ['set-password'] },
  'list-sessions': { session: ['list'] },
  'revoke-sessions': { session: ['revoke'] },
};

/**
 * The user's own roles must allow it; impersonated users never have such roles.
 * @throws NotAllowedToAdminister
 */
export function demand({ user }: { user: { role: string } }, action: AdminAction): void {
  if (!mayAdminister(user.role, RIGHTS[action])) throw new NotAllowedToAdminister(action);
}
