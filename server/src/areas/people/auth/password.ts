import { hash, verify } from '@node-rs/argon2'

/** Hashes with Argon2id and the library's defaults (19 MiB, two passes). The hash contains its salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Verified when the user name is unknown, so that an unknown name takes as long as a wrong password. */
const NOBODYS_HASH = hash('nobody knows this password')

/** Whether the password matches the hash. A missing hash never matches, and takes the same time. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isMatch = await verify(passwordHash ?? (await NOBODYS_HASH), password)
  return passwordHash !== undefined && isMatch
}
