import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { useUserId } from '../../../platform/session'
import { readStored, store } from '../../../platform/storage'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { SignedOut } from '../../../ui/signed-out'
import { MyClassesAgenda } from './my-classes-agenda'
import { MyClassesList } from './my-classes-list'
import styles from './my-classes-view.module.scss'

type Props = {
  /** The first tab of the list. */
  status?: string
  /** `list` or `agenda`, instead of the last chosen view. */
  view?: string
  /** What stands above the classes of whoever is logged in. */
  above?: ReactNode
}

/** 我的约课: the caller's classes, as a list by status or as an agenda day by day. */
export function MyClassesView({ status, view: asked, above }: Props) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  const [view, choose] = useClassesView({ view: asked, status })
  return (
    <Page title="我的约课">
      {!isLoggedIn ? (
        <SignedOut />
      ) : (
        <>
          <View className={styles.views}>
            <Segmented label="查看方式" items={CLASSES_VIEWS} value={view} onChange={choose} />
          </View>
          {above}
          {view === 'list' ? <MyClassesList status={status} /> : <MyClassesAgenda />}
        </>
      )}
    </Page>
  )
}

/** The two views of the caller's classes: a list with status tabs, or an agenda day by day from today. */
const CLASSES_VIEWS = [
  { key: 'list', text: '列表' },
  { key: 'agenda', text: '日程' },
] as const

/** The key of a view of the caller's classes. */
type ClassesViewKey = (typeof CLASSES_VIEWS)[number]['key']

/** What an address asks for: a view by its name, or a status, which is a tab of the list. */
type Asked = { view?: string; status?: string }

/** Returns the view that the address asks for, else the one chosen last on this device. The choice is saved. */
function useClassesView({ view, status }: Asked): [ClassesViewKey, (view: ClassesViewKey) => void] {
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
