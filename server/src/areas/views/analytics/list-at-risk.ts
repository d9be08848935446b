import type { StudentAtRisk } from '@paidang/api/areas/analytics'
import type { Page } from '@paidang/api/endpoint'
import { risksOf, STUDENT_RISK_NAMES } from '@paidang/domain/areas/contracts/risk'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { type AtRiskQuery, type AtRiskRow, pageAtRisk } from './at-risk-queries.ts'

/** Nobody needs more rows in a file of people to call. */
const MAX_EXPORTED = 10_000

type Query = AtRiskQuery & { companyId: string; now: Date }

/** One page of the active contracts of a company whose students may leave, with masked phones. */
export async function listAtRisk(
  db: Database,
  input: Query & { limit: number; offset: number },
): Promise<Page<StudentAtRisk>> {
  const today = dayOf(input.now)
  const { rows, total } = await pageAtRisk(db, { ...input, today })
  return { rows: rows.map((row) => present(row, today)), total }
}

function present({ playerId, nickname, avatar, phone, signedOn, heldSessions, ...row }: AtRiskRow, today: Day) {
  const { remainingSessions } = row
  return {
    ...row,
    player: { id: playerId, nickname, avatar },
    phone: phone === null ? null : maskedPhone(phone),
    availableSessions: remainingSessions - heldSessions,
    risks: risksOf({ ...row, heldSessions, signedOn }, today),
  }
}

const COLUMNS: readonly FileColumn<StudentAtRisk>[] = [
  { heading: '学员', width: 16, text: ({ player }) => player.nickname },
  { heading: '电话', width: 14, text: ({ phone }) => phone ?? '' },
  { heading: '提醒', width: 28, text: ({ risks }) => risks.map((risk) => STUDENT_RISK_NAMES[risk]).join('、') },
  { heading: '课程', width: 24, text: ({ courseName }) => courseName },
  { heading: '教练', width: 12, text: ({ coachName }) => coachName ?? '' },
  { heading: '剩余课时', width: 10, number: ({ remainingSessions }) => remainingSessions },
  { heading: '可用课时', width: 10, number: ({ availableSessions }) => availableSessions },
  { heading: '上次上课', width: 12, text: ({ lastClassDay }) => lastClassDay ?? '' },
  { heading: '下次上课', width: 12, text: ({ nextClassDay }) => nextClassDay ?? '' },
  { heading: '有效期至', width: 12, text: ({ expiryDate }) => expiryDate },
]

/** The same list as a file. It has at most the first ten thousand rows, and its last line then says so. */
export async function exportAtRisk(
  db: Database,
  { format, ...input }: Query & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { rows, total } = await listAtRisk(db, { ...input, limit: MAX_EXPORTED, offset: 0 })
  return tableFile({
    name: `需要关注的学员-${dayOf(input.now)}`,
    sheet: '需要关注的学员',
    columns: COLUMNS,
    rows,
    total,
    format,
  })
}
