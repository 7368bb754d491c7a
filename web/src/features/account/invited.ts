/** Whether the user is about to answer an invitation; `next` is where they wanted to go. */
export function isInvited(next: string): boolean {
  return next.startsWith('/accept-invitation/');
}
