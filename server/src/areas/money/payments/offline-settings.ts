import * as api from '@paidang/api/areas/money/admin-offline'
import { readDesk } from '@paidang/api/areas/money/payments'
import { isOfflineOffered } from '@paidang/domain/areas/money/payments/offline'
import type { Features } from '@paidang/domain/kernel/features'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { offlineSettings } from '../../../tables/payments.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

/** The id of the only row. */
const ONLY = '1'

/** How the front desk takes money now, and whether it does. */
export async function readSettings(db: Database, features: Features): Promise<api.OfflineSettings> {
  const [row] = await db.select().from(offlineSettings)
  if (!row) throw new Error('the settings of the front desk are gone')
  const { limitFen, isAllowed, transferNote, revision } = row
  return { limitFen, isAllowed, transferNote, isOffered: isOfflineOffered(features.wechatPay, isAllowed), revision }
}

/** The settings in the audit log, as in 一人登记上限 ¥2000，微信支付开通时不收. */
const textOf = ({
  limitFen,
  isAllowed,
  transferNote,
}: Pick<api.OfflineSettings, 'limitFen' | 'isAllowed' | 'transferNote'>) =>
  `一人登记上限 ¥${yuanOf(limitFen)}，微信支付开通时${isAllowed ? '也收' : '不收'}，转账说明「${transferNote}」`

export default plugin([
  handle(readDesk, async ({ db, app: { features } }) => {
    const { isOffered, transferNote } = await readSettings(db, features)
    return { isOffered, transferNote: isOffered ? transferNote : '' }
  }),

  handle(api.readOfflineSettings, ({ db, app: { features } }) => readSettings(db, features)),

  handle(api.saveOfflineSettings, ({ body: { revision: seen, ...typed }, staff, db, now, app: { features } }) =>
    db.transaction(async (tx) => {
      await assertSeenRow(tx, 'offline_settings', { id: ONLY, seen })
      const wish = { ...typed, transferNote: typed.transferNote.trim() }
      const before = await readSettings(tx, features)
      if (textOf(before) !== textOf(wish)) {
        await tx.update(offlineSettings).set(wish)
        const summary = `修改前台收款设置：${textOf(before)} → ${textOf(wish)}`
        await recordAuditEvent(tx, { actorId: staff.id, action: 'offline-setting.edit', objectId: ONLY, summary, now })
      }
      return readSettings(tx, features)
    }),
  ),
])
