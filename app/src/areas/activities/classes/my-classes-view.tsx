import { View } from '@tarojs/components'
import { useUserId } from '../../../platform/session'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { SignedOut } from '../../../ui/signed-out'
import { MyClassesAgenda } from './my-classes-agenda'
import { MyClassesList } from './my-classes-list'
import styles from './my-classes-view.module.scss'
import { CLASSES_VIEWS, useClassesView } from './parts/classes-view-choice'

type Props = {
  /** The first tab of the list. */
  status?: string
  /** `list` or `agenda`, instead of the last chosen view. */
  view?: string
}

/** 我的约课: the caller's classes, as a list by status or as an agenda day by day. */
export function MyClassesView({ status, view: asked }: Props) {
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
          {view === 'list' ? <MyClassesList status={status} /> : <MyClassesAgenda />}
        </>
      )}
    </Page>
  )
}
