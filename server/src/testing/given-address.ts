import type { Database } from '../db/database.ts'
import { addresses } from '../tables/addresses.ts'
import { only } from './builders.ts'

/** The code of 上海市 浦东新区. */
export const PUDONG = '310115'

/** Adds an address in Pudong, not the default address unless given. @returns its id */
export async function givenAddress(
  db: Database,
  over: Partial<typeof addresses.$inferInsert> & { userId: string },
): Promise<string> {
  const address = { name: '林晓', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 1 号 2 楼', ...over }
  return only(await db.insert(addresses).values(address).returning({ id: addresses.id })).id
}
