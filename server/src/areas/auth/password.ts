import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults (19 MiB, two passes): the hash carries its own salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Verified against when the user name is unknown, so that an unknown name takes as long as a wrong password. */
const NOBODYS_HASH = hash('nobody knows this password')

/** Whether the password is the one; a missing hash is never matched, in the same time. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isMatch = await verify(passwordHash ?? (await NOBODYS_HASH), password)
  return passwordHash !== undefined && isMatch
}
