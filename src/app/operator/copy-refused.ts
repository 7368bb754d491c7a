/** The target holds what the source does not, or the source what is not Tillbook's. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}
