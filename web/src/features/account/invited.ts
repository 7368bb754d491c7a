/** Whether the user is about to answer an invitation; `next` is where they wanted to go. */
export function isInvited(next: string): boolean {
  return next.startsWith('/accept-invitation/');
}

/** Whether an app has sent the user here, to be allowed something. */
export function isAskedByApp(next: string): boolean {
  return next.startsWith('/oauth2/consent/');
}
