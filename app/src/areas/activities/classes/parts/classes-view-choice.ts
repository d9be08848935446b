import { useState } from 'react'
import { readStored, store } from '../../../../platform/storage'

/** The two views of the caller's classes: a list with status tabs, or an agenda day by day from today. */
export const CLASSES_VIEWS = [
  { key: 'list', text: '列表' },
  { key: 'agenda', text: '日程' },
] as const

/** The key of a view of the caller's classes. */
export type ClassesViewKey = (typeof CLASSES_VIEWS)[number]['key']

/** What an address asks for: a view by its name, or a status, which is a tab of the list. */
type Asked = { view?: string; status?: string }

/** Returns the view that the address asks for, else the one chosen last on this device. The choice is saved. */
export function useClassesView({ view, status }: Asked): [ClassesViewKey, (view: ClassesViewKey) => void] {
  const [shown, setShown] = useState<ClassesViewKey>(
    () => viewOf(view) ?? (status === undefined ? viewOf(readStored('classesView')) : undefined) ?? 'list',
  )
  const choose = (next: ClassesViewKey) => {
    store('classesView', next)
    setShown(next)
  }
  return [shown, choose]
}

function viewOf(word: string | undefined): ClassesViewKey | undefined {
  return CLASSES_VIEWS.find(({ key }) => key === word)?.key
}
