import { mayAdminister } from '../admin.roles.ts';
import type { Statements } from '../roles.ts';
import { NotAllowedToAdminister, type AdminAction } from './admin.errors.ts';

/** What each call is a right to. */
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
 * That the visitor's own roles allow it; who is acted as has none that do.
 * @throws NotAllowedToAdminister
 */
export function demand({ user }: { user: { role: string } }, action: AdminAction): void {
  if (!mayAdminister(user.role, RIGHTS[action])) throw new NotAllowedToAdminister(action);
}
