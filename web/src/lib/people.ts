const ADMIN = 'admin';

/** A user's roles in the whole installation are one comma-separated string. */
export function isAdmin({ role }: { role?: string | null }): boolean {
  return (role ?? '').split(',').includes(ADMIN);
}

export function personName({ name, email }: { name: string; email: string }): string {
  return name || email;
}
