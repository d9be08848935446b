import { chmodSync, mkdirSync } from 'node:fs'

const OWN_FOLDER = 0o700

/** Makes a directory that only the account of the server can enter. A directory that others can enter is closed too. */
export function closeDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: OWN_FOLDER })
  chmodSync(directory, OWN_FOLDER)
}
