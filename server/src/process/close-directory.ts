import { chmodSync, mkdirSync } from 'node:fs'

const OWN_FOLDER = 0o700

/** Makes a directory that only the account of the server enters, also of one that an earlier start left open to others. */
export function closeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: OWN_FOLDER })
  chmodSync(directory, OWN_FOLDER)
}
