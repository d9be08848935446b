import type { RosterImport } from '@paidang/api/areas/activities/roster'

type Batch = Pick<RosterImport, 'state' | 'written' | 'claimed' | 'undoable'>

/** The state of a table in a word, with its colour. */
export function stateOf({ state }: Pick<Batch, 'state'>): { label: string; color: string } {
  if (state === 'DRAFT') return { label: '待确认', color: 'gold' }
  return state === 'WRITTEN' ? { label: '已导入', color: 'green' } : { label: '已撤销', color: 'default' }
}

/** Whether a table can be taken back, or why not. */
export function undoingOf({ state, written, claimed, undoable }: Batch): string {
  if (state === 'DRAFT') return '还没确认，没有写入'
  if (state === 'UNDONE') return '已全部撤销'
  if (claimed > 0) return `${claimed} 人已认领，不能整批撤销`
  if (undoable.rows === 0) return '都已用过或加进原有学员，走更正'
  return undoable.rows === written.rows ? '还没人认领，也没人约课' : `可以撤销 ${undoable.rows} 行`
}
