import type { exportOwnData as endpoint } from '@paidang/api/areas/accounts'
import type { Data } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { readSection, SECTIONS } from './export-queries.ts'

/**
 * Exports all data about the caller as a JSON file of titled parts, from one consistent snapshot.
 * Source: decision record 017
 */
export async function exportOwnData(
  db: Database,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Data<typeof endpoint>> {
  const sections = await db.transaction(
    async (tx) => {
      const parts = []
      for (const section of SECTIONS) {
        parts.push({ name: section.name, title: section.title, rows: await readSection(tx, section, actorId) })
      }
      return parts
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const text = JSON.stringify({ exportedAt: now.toISOString(), userId: actorId, sections }, null, 2)
  return {
    fileName: `拍档-我的数据-${dayOf(now)}.json`,
    contentType: 'application/json; charset=utf-8',
    base64: Buffer.from(text).toString('base64'),
  }
}
