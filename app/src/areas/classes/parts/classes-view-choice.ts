import { useState } from 'react'
import { readStored, store } from '../../../platform/storage'

/** The two ways to look at one's classes: by latest change with status tabs, or day by day from today. */
export const CLASSES_VIEWS = [
  { key: 'list', text: '列表' },
  { key: 'agenda', text: '日程' },
] as const

/** How one looks at one's classes. */
export type ClassesViewKey = (typeof CLASSES_VIEWS)[number]['key']

/** Of what an address asks for: a view by its name; a status is a tab of the list. */
type Asked = { view?: string; status?: string }

/** The view that the address asks for, else the one chosen last on this device; choosing is remembered. */
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
