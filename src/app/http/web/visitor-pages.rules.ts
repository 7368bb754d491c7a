/** Pages outside the dashboard, which have a lighter build of their own (docs/WEB.md#weight). */
const VISITOR =
  /^\/(sign-(in|up)|(forgot|reset)-password|verify-email|account-deleted|pretend-(provider|platform)|error|outbox|accept-invitation\/[^/]+|oauth2\/consent\/[^/]+|checkout\/[^/]+(\/confirmation)?|[^/]+\/portal(\/.*)?)\/?$/;

export function isVisitorPage(path: string): boolean {
  return VISITOR.test(path);
}
