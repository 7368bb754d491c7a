const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;
const LOCAL = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*$/;
const LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/;

/** Whether a text is an e-mail address by its syntax and lengths (docs/IDENTITY.md#e-mail-addresses); never asks DNS. */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS) return false;
  const [local, domain, ...rest] = text.split('@');
  if (!local || !domain || rest.length > 0) return false;
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return false;
  const labels = domain.split('.');
  const top = labels.at(-1)!;
  return (
    labels.length >= 2 &&
    /^[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/.test(top) &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}
