import type { SessionsItem } from '@paidang/api/areas/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { whyNotSet } from '@paidang/domain/areas/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { type Day, dotted, oneYearAfter } from '@paidang/domain/kernel/day'
import { heldOf, type StudentContract } from './student-words'

/** One contract of the form: as it stands (undefined: it is opened), and what it is set to. */
export type SessionsRow = {
  /** The contract's id; new_1 and so on for one that is opened. */
  key: string
  courseDesignId: string
  courseName: string
  contract: StudentContract | undefined
  settingSessions: number
  expiryDate: Day
}

/** Step and limit of what is set, in lesson hours, as the API takes them. */
export const SESSIONS_STEP = 0.5
export const MOST_SESSIONS = 1000
/** So many contracts go out at once. Source: API "updateSessions" */
const MOST_ITEMS = 20
/** What a contract that is opened begins with. */
const NEW_SESSIONS = 10

/** The student's contracts as they stand. */
export function rowsOf(contracts: readonly StudentContract[]): SessionsRow[] {
  return contracts.map((contract) => ({
    key: contract.id,
    courseDesignId: contract.courseDesign.id,
    courseName: contract.courseDesign.courseName,
    contract,
    settingSessions: contract.remainingSessions,
    expiryDate: contract.expiryDate,
  }))
}

/** One more contract, for this course; its number is one no other row has. */
export function withNewRow(rows: readonly SessionsRow[], course: { id: string; courseName: string }, today: Day) {
  const numbers = rows.map(({ key }) => Number(/^new_(\d+)$/.exec(key)?.[1] ?? 0))
  const row: SessionsRow = {
    key: `new_${Math.max(0, ...numbers) + 1}`,
    courseDesignId: course.id,
    courseName: course.courseName,
    contract: undefined,
    settingSessions: NEW_SESSIONS,
    expiryDate: oneYearAfter(today),
  }
  return [...rows, row]
}

/** Whether the row differs from what stands; a contract that is opened always does. */
export function isChanged({ contract, settingSessions, expiryDate }: SessionsRow): boolean {
  return contract?.remainingSessions !== settingSessions || contract.expiryDate !== expiryDate
}

/** Whether somebody has more hours afterwards than before. */
export function addsHours(rows: readonly SessionsRow[]): boolean {
  return rows.some(({ contract, settingSessions }) => settingSessions > (contract?.remainingSessions ?? 0))
}

/** What goes out: the rows that change something. */
export function itemsOf(rows: readonly SessionsRow[], userId: string): SessionsItem[] {
  return rows.filter(isChanged).map(({ key, courseDesignId, contract, settingSessions, expiryDate }) => ({
    id: key,
    userId,
    courseDesignId,
    settingSessions,
    expiryDate,
    ...(contract && { seenSessions: contract.remainingSessions }),
  }))
}

/** Why the server would refuse this row, in its words. */
export function rowRefusal({ contract, ...setting }: SessionsRow, today: Day): string | undefined {
  const adjusted = contract && { ...contract, heldSessions: heldOf(contract) }
  const refusal = whyNotSet(adjusted, setting, today)
  return refusal && errors[refusal].message
}

/** The first day that a contract may be made to end: today, or that of the last class that hours are held for. */
export function firstEndOf(contract: StudentContract | undefined, today: Day): Day {
  const held = contract?.lastHeldDay
  return held && held > today ? held : today
}

/** Why the form cannot go out yet, and where that is to be mended; undefined when it can. */
export function formRefusal(
  rows: readonly SessionsRow[],
  reason: string,
  today: Day,
): { at: 'rows' | 'reason'; text: string } | undefined {
  const changed = rows.filter(isChanged)
  if (changed.length === 0) return { at: 'rows', text: '还没有改动' }
  if (changed.length > MOST_ITEMS) return { at: 'rows', text: `一次最多调整 ${MOST_ITEMS} 份合同` }
  for (const row of changed) {
    const refusal = rowRefusal(row, today)
    if (refusal) return { at: 'rows', text: refusal }
  }
  return reason.trim() === '' ? { at: 'reason', text: errors.reason_missing.message } : undefined
}

/** What a row does, as in 剩余 12.5 → 14; empty where it changes nothing. */
export function changeWords({ contract, settingSessions, expiryDate }: SessionsRow): string[] {
  if (!contract) return [`新开 ${lessonHoursText(settingSessions)} 课时`, `${dotted(expiryDate)} 到期`]
  const hours = `剩余 ${lessonHoursText(contract.remainingSessions)} → ${lessonHoursText(settingSessions)}`
  const end = `有效期 ${dotted(contract.expiryDate)} → ${dotted(expiryDate)}`
  return [
    ...(settingSessions === contract.remainingSessions ? [] : [hours]),
    ...(expiryDate === contract.expiryDate ? [] : [end]),
  ]
}
