/** Roles in the whole installation (docs/IDENTITY.md#administration). */
export const roleChoices = [
  { value: 'user', label: 'User', hint: 'Has their own account and their organizations.' },
  { value: 'admin', label: 'Administrator', hint: 'Sees all users, bans them, acts as them and removes them.' },
];
