import { describe, expect, it } from '@jest/globals';
import { areUserRoles, isAdministrator, mayAdminister } from '../../../src/features/accounts/admin.roles.ts';
import type { Statements } from '../../../src/features/accounts/roles.ts';

describe('roles', () => {
  it('are the contract’s two', () => {
    const all = ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'];
    expect(mayAdminister('admin', { user: all, session: ['list', 'revoke', 'delete'] })).toBe(true);
    for (const action of all) expect(mayAdminister('user', { user: [action] })).toBe(false);
    expect(mayAdminister('user,admin', { user: ['ban'] })).toBe(true);
    const refused: Statements[] = [
      {},
      { user: ['fly'] },
      { house: ['list'] },
      { user: ['ban'], house: [] },
      { toString: [] },
    ];
    for (const asked of refused) expect(mayAdminister('admin', asked)).toBe(false);
    expect(isAdministrator('administrator')).toBe(false);
    expect([areUserRoles(''), areUserRoles('user,'), areUserRoles('user,root')]).toEqual([false, true, false]);
  });
});
