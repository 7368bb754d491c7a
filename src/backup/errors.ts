/** A folder is not a usable backup, or no place to put one. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The target of a copy holds something that the source does not, or the source something that is not Tillbook's. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}
