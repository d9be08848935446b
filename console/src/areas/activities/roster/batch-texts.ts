import type { RosterImport } from '@paidang/api/areas/activities/roster'

type Batch = Pick<RosterImport, 'state' | 'confirmedAt' | 'written' | 'claimed' | 'undoable'>

/** Whether a table was given up before anything of it was written. */
export function isGivenUp({ state, confirmedAt }: Pick<Batch, 'state' | 'confirmedAt'>): boolean {
  return state === 'UNDONE' && confirmedAt === null
}

/** The state of a table in a word, with its colour. */
export function stateOf(batch: Pick<Batch, 'state' | 'confirmedAt'>): { label: string; color: string } {
  const { state } = batch
  if (state === 'DRAFT') return { label: '待确认', color: 'gold' }
  if (isGivenUp(batch)) return { label: '已放弃', color: 'default' }
  return state === 'WRITTEN' ? { label: '已导入', color: 'green' } : { label: '已撤销', color: 'default' }
}

/** Whether a table can be taken back, or why not. */
export function undoingOf(batch: Batch): string {
  const { state, written, claimed, undoable } = batch
  if (state === 'DRAFT') return '还没确认，没有写入'
  if (isGivenUp(batch)) return '没有写入'
  if (state === 'UNDONE') return '已全部撤销'
  if (claimed > 0) return `${claimed} 人已认领，不能整批撤销`
  if (undoable.rows === 0) return '都已用过或加进原有学员，走更正'
  return undoable.rows === written.rows ? '还没人认领，也没人约课' : `可以撤销 ${undoable.rows} 行`
}
