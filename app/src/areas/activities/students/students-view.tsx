import { View } from '@tarojs/components'
import { useState } from 'react'
import { addStudentPath, studentPath } from '../../../paths'
import { useWide } from '../../../platform/environment'
import { goTo } from '../../../platform/navigate'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { Page } from '../../../ui/page'
import { CoachOnly } from '../../people/auth/coach-only'
import { AdjustAnyone } from './parts/adjust-anyone'
import { StudentDetail } from './student-detail'
import { StudentList } from './student-list'
import styles from './students-view.module.scss'

type Props = {
  /** The first tab: mine, all or ending. */
  tab?: string | undefined
}

/**
 * 我的学员: the coach's students, those of the company, and those whose hours run out. A desktop shows one open beside the
 * list.
 */
export function StudentsView({ tab }: Props) {
  const isWide = useWide()
  return (
    <Page title="我的学员" wide={isWide}>
      <CoachOnly>{isWide ? <Desk tab={tab} /> : <Phone tab={tab} />}</CoachOnly>
    </Page>
  )
}

function Phone({ tab }: Props) {
  return (
    <>
      <StudentList tab={tab} onOpen={(id) => goTo(studentPath(id))} />
      <Actions />
    </>
  )
}

function Desk({ tab }: Props) {
  const [chosenId, setChosenId] = useState<string>()
  const [firstId, setFirstId] = useState<string>()
  const shownId = chosenId ?? firstId
  return (
    <View className={styles.desktop}>
      <View className={styles.list}>
        <StudentList tab={tab} shownId={shownId} onOpen={setChosenId} onFirst={setFirstId} />
        <Actions />
      </View>
      <View className={styles.detail}>
        {shownId === undefined ? (
          <Empty title="选一位学员" line="课时、课程记录和合同照片会显示在这里" />
        ) : (
          <StudentDetail key={shownId} playerId={shownId} onGone={() => setChosenId(undefined)} />
        )}
      </View>
    </View>
  )
}

function Actions() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionBar
        actions={
          <>
            <Button kind="plain" onPress={() => setIsOpen(true)}>
              调整课时
            </Button>
            <Button full icon="plus" onPress={() => goTo(addStudentPath())}>
              添加学员
            </Button>
          </>
        }
      />
      <AdjustAnyone open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
